// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
)

const parseError, invalid, noMethod, badParams, internal = -32700, -32600, -32601, -32602, -32603

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
func load(params Params) *State {
	if params["deal"] != nil {
		fail(noMethod, "beginning with the deal: not filled in")
	}
	state := &State{}
	read(params["position"], state)
	read(params["position"], &state.sent)
	if state.Hands[state.Turn.Player] == nil || state.Stock == nil || state.Pile == nil {
		fail(badParams, "the position lacks the stock, the pile, or the hand of the player in turn")
	}
	return state
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
	// "take_pile" has using, onto, new, add, leave_rest; "meld" has new, add; "discard" has card:
	// for these and the others see PROTOCOL.md
	default:
		return Fields{"unsupported": fmt.Sprint(act["act"], ": not filled in")}
	}
}

// position tells the position at the end: whatever your program changes.
func position(state *State) Fields {
	told := state.sent
	told["hands"], told["melds"] = state.Hands, state.Melds
	told["stock"], told["pile"] = state.Stock, state.Pile
	return told
}

// scores gives the count as it stands, {"a": {"total": 155}}. What is left out is not judged.
func scores(state *State) Fields { return Fields{} }

// minimum gives what initial melds must reach, {"a": 50}. What is left out is not judged.
func minimum(state *State) Fields { return Fields{} }

// ------------------------------------------------------------ the protocol

type (
	Fields  map[string]any             // an object of JSON
	Params  map[string]json.RawMessage // what is asked, not yet read
	Failure Fields                     // why a request cannot be answered; a refused act is none
	Step    struct {                   // a turn has acts, a try has an act
		Player string
		Act    Fields
		Acts   []Fields
	}
)

func fail(code int, message string) { panic(Failure{"code": code, "message": message}) }

func read(raw json.RawMessage, target any) {
	if err := json.Unmarshal(raw, target); err != nil {
		fail(badParams, "something is missing or misshapen: "+err.Error())
	}
}

func run(params Params) Fields {
	var turns, tries, done []Step
	read(params["turns"], &turns)
	read(params["try"], &tries)
	acts, tried := []Fields{}, []Fields{}
	for _, turn := range turns {
		for _, act := range turn.Acts {
			told := perform(replay(params, done), turn.Player, act)
			acts = append(acts, told)
			if told["accepted"] == true {
				done = append(done, Step{Player: turn.Player, Act: act})
			}
		}
	}
	for _, step := range tries {
		tried = append(tried, perform(replay(params, done), step.Player, step.Act))
	}
	state := replay(params, done)
	return Fields{"acts": acts, "tried": tried, "position": position(state),
		"scores": scores(state), "minimum": minimum(state)}
}

// replay gives the game after the acts that were accepted.
func replay(params Params, done []Step) *State {
	state := load(params)
	for _, step := range done {
		perform(state, step.Player, step.Act)
	}
	return state
}

func answer(line []byte) (told Fields, last bool) {
	var request struct {
		ID     any
		Method string
		Params Params
	}
	err := json.Unmarshal(line, &request)
	told = Fields{"jsonrpc": "2.0", "id": request.ID}
	defer func() {
		if cause, failed := recover(), told["result"] == nil; failed {
			if _, known := cause.(Failure); !known {
				debug.PrintStack()
				cause = Failure{"code": internal, "message": fmt.Sprint(cause)}
			}
			told["error"] = cause
		}
	}()
	switch {
	case !json.Valid(line):
		fail(parseError, err.Error())
	case err != nil || request.Method == "":
		fail(invalid, "a request has a method and params")
	case request.Method == "initialize":
		told["result"] = hello
	case request.Method == "run":
		told["result"] = run(request.Params)
	case request.Method == "shutdown":
		told["result"] = Fields{}
	default:
		fail(noMethod, "no method is called "+request.Method)
	}
	return told, request.Method == "shutdown"
}

func main() {
	lines, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	lines.Buffer(nil, 5_000_000)
	for last := false; !last && lines.Scan(); {
		var told Fields
		told, last = answer(lines.Bytes())
		_ = out.Encode(told)
	}
}
