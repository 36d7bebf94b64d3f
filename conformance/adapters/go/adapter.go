// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

const parseError, noMethod, badParams = -32700, -32601, -32602

// ------------------------------------------------------------ fill in

var hello = Fields{
	"protocol": "1.3", "name": "My Canasta", "version": "0.1", "language": "Go",
	"rulesets": []string{"canasta-intl"}, "classes": []string{"core"},
	"readings": []string{}, "options": []string{}, "cannot": []string{"incidents"}, "grain": "act",
}

// State is a game under way. Your program's own takes its place.
type State struct {
	sent        Fields                  // the position as it was sent
	Turn        struct{ Player string } // who is in turn
	Hands       map[string][]string
	Melds       map[string][][]string
	Stock, Pile []string // the stock from the top, the pile from the bottom
}

// load gives the game that a request begins with: a new one at each call.
func load(params Params) (*State, Fields) {
	if params.Deal != nil {
		return nil, fail(noMethod, "beginning with the deal: not filled in")
	}
	state := &State{Melds: map[string][][]string{}, Stock: []string{}, Pile: []string{}}
	err := json.Unmarshal(params.Position, state)
	if err != nil || params.Turns == nil || state.Hands[state.Turn.Player] == nil {
		return nil, fail(badParams, fmt.Sprint("the request lacks something or is misshapen: ", err))
	}
	_ = json.Unmarshal(params.Position, &state.sent)
	return state, nil
}

// perform lets a player do an act: accepted, refused, with a code of spec/refusals.yaml if you
// like, or unsupported. What a refused act has changed is forgotten.
func perform(state *State, player string, act Fields) Fields {
	switch act["act"] {
	case "draw": // an example, and not the whole rule
		if player != state.Turn.Player {
			return Fields{"accepted": false, "code": "not-your-turn"}
		}
		if len(state.Stock) == 0 {
			return Fields{"accepted": false, "code": "stock-empty"}
		}
		state.Hands[player] = append(state.Hands[player], state.Stock[0])
		state.Stock = state.Stock[1:]
		return Fields{"accepted": true}
	default: // "take_pile", "meld", "discard" and the others, with their fields: see PROTOCOL.md
		return Fields{"unsupported": fmt.Sprint(act["act"], ": not filled in")}
	}
}

// position tells the position at the end: whatever your program changes.
func position(state *State) Fields {
	state.sent["hands"], state.sent["melds"] = state.Hands, state.Melds
	state.sent["stock"], state.sent["pile"] = state.Stock, state.Pile
	return state.sent
}

// scores gives the count as it stands, {"a": {"total": 155}}. What is left out is not judged.
func scores(state *State) Fields { return Fields{} }

// minimum gives what initial melds must reach, {"a": 50}. What is left out is not judged.
func minimum(state *State) Fields { return Fields{} }

// ------------------------------------------------------------ the protocol

type Fields map[string]any // an object of JSON
type Request struct {
	ID     any
	Method string
	Params Params
}
type Params struct {
	Parameters     Fields // and ruleset, options, needs
	Position, Deal json.RawMessage
	Turns, Try     []Step
}
type Step struct { // a turn has acts, a try has an act
	Player string
	Act    Fields
	Acts   []Fields
}

func fail(code int, message string) Fields { return Fields{"code": code, "message": message} }

func run(params Params) (string, any) {
	if _, failure := load(params); failure != nil {
		return "error", failure
	}
	acts, tried, done := []Fields{}, []Fields{}, []Step{}
	replay := func() *State { // the game after the acts that were accepted
		state, _ := load(params)
		for _, step := range done {
			perform(state, step.Player, step.Act)
		}
		return state
	}
	for _, turn := range params.Turns {
		for _, act := range turn.Acts {
			acts = append(acts, perform(replay(), turn.Player, act))
			if acts[len(acts)-1]["accepted"] == true {
				done = append(done, Step{Player: turn.Player, Act: act})
			}
		}
	}
	for _, step := range params.Try {
		tried = append(tried, perform(replay(), step.Player, step.Act))
	}
	state := replay()
	return "result", Fields{"acts": acts, "tried": tried, "position": position(state),
		"scores": scores(state), "minimum": minimum(state)}
}

func answer(line []byte, request *Request) (field string, value any) {
	switch err := json.Unmarshal(line, request); {
	case !json.Valid(line):
		return "error", fail(parseError, err.Error())
	case err != nil:
		return "error", fail(badParams, err.Error())
	case request.Method == "initialize":
		return "result", hello
	case request.Method == "run":
		return run(request.Params)
	case request.Method == "shutdown":
		return "result", Fields{}
	}
	return "error", fail(noMethod, fmt.Sprintf("no method is called %q", request.Method))
}

func main() {
	lines, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	lines.Buffer(nil, 5_000_000)
	for request := (Request{}); request.Method != "shutdown" && lines.Scan(); {
		request = Request{}
		field, value := answer(lines.Bytes(), &request)
		_ = out.Encode(Fields{"jsonrpc": "2.0", "id": request.ID, field: value})
	}
}
