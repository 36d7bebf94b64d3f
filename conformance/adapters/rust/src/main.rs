//! A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
//! Standard output belongs to the suite: print for people on standard error.
use serde_json::{from_slice, from_value, json, Value};
use std::collections::BTreeMap;
use std::io::{stdin, BufRead};

const PARSE_ERROR: i32 = -32700;
const NO_METHOD: i32 = -32601;
const BAD_PARAMS: i32 = -32602;

// ------------------------------------------------------------ fill in

fn hello() -> Value {
    json!({
        "protocol": "1.3", "name": "My Canasta", "version": "0.1", "language": "Rust",
        "rulesets": ["canasta-intl"], "classes": ["core"], "readings": [], "options": [],
        "cannot": ["incidents"], "grain": "act",
    })
}

/// A game under way. Your program's own takes its place.
struct State {
    sent: Value,    // the position as it was sent
    player: String, // in turn
    hands: BTreeMap<String, Vec<String>>,
    melds: BTreeMap<String, Vec<Vec<String>>>,
    stock: Vec<String>, // from the top
    pile: Vec<String>,  // from the bottom
}

/// The game that a request begins with: a new one at each call.
fn load(params: &Value) -> Result<State, Failure> {
    if !params["deal"].is_null() {
        return fail(NO_METHOD, "beginning with the deal: not filled in");
    }
    Ok(State {
        sent: params["position"].clone(),
        player: from_value(params["position"]["turn"]["player"].clone())?,
        hands: from_value(params["position"]["hands"].clone())?,
        melds: from_value(params["position"]["melds"].clone())?,
        stock: from_value(params["position"]["stock"].clone())?,
        pile: from_value(params["position"]["pile"].clone())?,
    })
}

/// A player does an act: accepted, refused, with a code of spec/refusals.yaml if you like, or
/// unsupported. What a refused act has changed is forgotten.
fn perform(state: &mut State, player: &str, act: &Value) -> Value {
    match act["act"].as_str().unwrap_or_default() {
        // an example, and not the whole rule; the other acts and their fields: see PROTOCOL.md
        "draw" if player != state.player => json!({"accepted": false, "code": "not-your-turn"}),
        "draw" if state.stock.is_empty() => json!({"accepted": false, "code": "stock-empty"}),
        "draw" => {
            let card = state.stock.remove(0);
            state.hands.entry(player.into()).or_default().push(card);
            json!({"accepted": true})
        }
        name => json!({ "unsupported": format!("{name}: not filled in") }),
    }
}

/// The position at the end. Whatever your program changes is told here.
fn position(state: &State) -> Value {
    let mut told = state.sent.clone();
    told["hands"] = json!(state.hands);
    told["melds"] = json!(state.melds);
    told["stock"] = json!(state.stock);
    told["pile"] = json!(state.pile);
    told
}

/// The count as it stands, {"a": {"total": 155}}. What is left out is not judged.
fn scores(_state: &State) -> Value {
    json!({})
}

/// What initial melds must reach, {"a": 50}. What is left out is not judged.
fn minimum(_state: &State) -> Value {
    json!({})
}

// ------------------------------------------------------------ the protocol

struct Failure(i32, String); // why a request cannot be answered; a refused act is none
fn fail<T>(code: i32, message: impl ToString) -> Result<T, Failure> {
    Err(Failure(code, message.to_string()))
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure(BAD_PARAMS, format!("misshapen: {error}"))
    }
}

fn run(params: &Value) -> Result<Value, Failure> {
    let (mut acts, mut tried, mut done) = (vec![], vec![], vec![]);
    for turn in from_value::<Vec<Value>>(params["turns"].clone())? {
        for act in from_value::<Vec<Value>>(turn["acts"].clone())? {
            let player: String = from_value(turn["player"].clone())?;
            acts.push(perform(&mut replay(params, &done)?, &player, &act));
            if acts[acts.len() - 1]["accepted"] == true {
                done.push((player, act));
            }
        }
    }
    for one in from_value::<Vec<Value>>(params["try"].clone())? {
        let player: String = from_value(one["player"].clone())?;
        tried.push(perform(&mut replay(params, &done)?, &player, &one["act"]));
    }
    let state = replay(params, &done)?;
    Ok(json!({
        "acts": acts, "tried": tried, "position": position(&state),
        "scores": scores(&state), "minimum": minimum(&state),
    }))
}

fn replay(params: &Value, done: &[(String, Value)]) -> Result<State, Failure> {
    let mut state = load(params)?; // then the acts that were accepted
    for (player, act) in done {
        perform(&mut state, player, act);
    }
    Ok(state)
}

fn answer(line: &[u8], request: &mut Value) -> Result<Value, Failure> {
    *request = from_slice(line).or_else(|error| fail(PARSE_ERROR, error))?;
    match request["method"].as_str().unwrap_or_default() {
        "initialize" => Ok(hello()),
        "run" => run(&request["params"]),
        "shutdown" => Ok(json!({})),
        name => fail(NO_METHOD, format!("no method is called {name:?}")),
    }
}

fn main() {
    for line in stdin().lock().split(b'\n').map_while(Result::ok) {
        let mut request = Value::Null;
        let (field, told) = match answer(&line, &mut request) {
            Ok(result) => ("result", result),
            Err(Failure(code, said)) => ("error", json!({"code": code, "message": said})),
        };
        println!(
            "{}",
            json!({"jsonrpc": "2.0", "id": request["id"], field: told})
        );
        if request["method"] == "shutdown" {
            break;
        }
    }
}
