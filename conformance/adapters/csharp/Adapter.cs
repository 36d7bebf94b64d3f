// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Serializer = System.Web.Script.Serialization.JavaScriptSerializer;
using Fields = System.Collections.Generic.Dictionary<string, object>;

static class Adapter {
    const int ParseError = -32700, NoMethod = -32601, BadParams = -32602, Internal = -32603;

    // -------------------------------------------------------- fill in

    static readonly Fields Hello = new Fields {
        ["protocol"] = "1.3", ["name"] = "My Canasta", ["version"] = "0.1", ["language"] = "C#",
        ["rulesets"] = new[] { "canasta-intl" }, ["classes"] = new[] { "core" },
        ["readings"] = new string[0], ["options"] = new string[0],
        ["cannot"] = new[] { "incidents" }, ["grain"] = "act",
    };

    /// A game under way. Your program's own takes its place.
    class State {
        public Fields Sent; // the position as it was sent
        public string Player; // in turn
        public Dictionary<string, List<string>> Hands;
        public Dictionary<string, List<List<string>>> Melds;
        public List<string> Stock, Pile; // the stock from the top, the pile from the bottom
    }

    /// The game that a request begins with: a new one at each call.
    static State Load(Fields request) {
        if (request.ContainsKey("deal"))
            throw new Failure(NoMethod, "beginning with the deal: not filled in");
        var sent = (Fields)request["position"];
        return new State {
            Sent = sent,
            Player = (string)((Fields)sent["turn"])["player"],
            Hands = ((Fields)sent["hands"]).ToDictionary(one => one.Key, one => Cards(one.Value)),
            Melds = ((Fields)sent["melds"]).ToDictionary(
                side => side.Key, side => ((object[])side.Value).Select(Cards).ToList()),
            Stock = Cards(sent["stock"]), Pile = Cards(sent["pile"]),
        };
    }

    /// A player does an act: accepted, refused, with a code of spec/refusals.yaml if you
    /// like, or unsupported. What a refused act has changed is forgotten.
    static Fields Perform(State state, string player, Fields act) {
        switch ((string)act["act"]) {
            case "draw": // an example, and not the whole rule
                if (player != state.Player) return Refused("not-your-turn");
                if (state.Stock.Count == 0) return Refused("stock-empty");
                state.Hands[player].Add(state.Stock[0]);
                state.Stock.RemoveAt(0);
                return new Fields { ["accepted"] = true };
            default: // "take_pile", "meld", "discard" and the others: see PROTOCOL.md
                return new Fields { ["unsupported"] = act["act"] + ": not filled in" };
        }
    }

    /// The position at the end. Whatever your program changes is told here.
    static Fields Position(State state) => new Fields(state.Sent) {
        ["hands"] = state.Hands, ["melds"] = state.Melds,
        ["stock"] = state.Stock, ["pile"] = state.Pile,
    };

    /// The count as it stands, {"a": {"total": 155}}. What is left out is not judged.
    static Fields Scores(State state) => new Fields();

    /// What initial melds must reach, {"a": 50}. What is left out is not judged.
    static Fields Minimum(State state) => new Fields();

    // -------------------------------------------------------- the protocol

    static readonly Serializer Json = new Serializer { MaxJsonLength = int.MaxValue };

    /// A request that cannot be answered. A refused act is none.
    class Failure : Exception {
        public readonly int Code;
        public Failure(int code, string message) : base(message) { Code = code; }
    }

    static int code; // of the error that would be told now
    static List<string> Cards(object value) => ((object[])value).Cast<string>().ToList();
    static IEnumerable<Fields> Rows(object value) => ((object[])value).Cast<Fields>();
    static Fields Refused(string code) => new Fields { ["accepted"] = false, ["code"] = code };

    static Fields Run(Fields request) {
        var done = new List<(string Player, Fields Act)>();
        var turns = Rows(request["turns"]).SelectMany(turn => Rows(turn["acts"]).Select(
            act => (Player: (string)turn["player"], Act: act))).ToList();
        var tries = Rows(request["try"]).Select(
            one => (Player: (string)one["player"], Act: (Fields)one["act"])).ToList();
        Load(request);
        code = Internal; // the request has been read
        var acts = new List<Fields>();
        foreach (var step in turns) {
            acts.Add(Perform(Replay(request, done), step.Player, step.Act));
            if (acts.Last().TryGetValue("accepted", out var good) && (bool)good) done.Add(step);
        }
        var tried = tries.Select(one => Perform(Replay(request, done), one.Player, one.Act));
        var state = Replay(request, done);
        return new Fields {
            ["acts"] = acts, ["tried"] = tried.ToList(), ["position"] = Position(state),
            ["scores"] = Scores(state), ["minimum"] = Minimum(state),
        };
    }

    /// The game after the acts that were accepted.
    static State Replay(Fields request, List<(string Player, Fields Act)> done) {
        var state = Load(request);
        foreach (var step in done) Perform(state, step.Player, step.Act);
        return state;
    }

    static Fields Answer(string method, Fields request) {
        switch (method) {
            case "initialize": return Hello;
            case "run": return Run((Fields)request["params"]);
            case "shutdown": return new Fields();
            default: throw new Failure(NoMethod, "no method is called " + method);
        }
    }

    static Fields Reply(string line) {
        var told = new Fields { ["jsonrpc"] = "2.0", ["id"] = null };
        code = ParseError;
        try {
            var message = Json.DeserializeObject(line);
            code = BadParams;
            var request = (Fields)message;
            told["id"] = request.ContainsKey("id") ? request["id"] : null;
            told["result"] = Answer((string)request["method"], request);
        } catch (Exception error) {
            if (error is Failure failure) code = failure.Code;
            else Console.Error.WriteLine(error);
            told["error"] = new Fields { ["code"] = code, ["message"] = error.Message };
        }
        return told;
    }

    static void Main() {
        Console.InputEncoding = Console.OutputEncoding = new UTF8Encoding(false);
        for (string line; (line = Console.ReadLine()) != null;) {
            var told = Reply(line);
            Console.WriteLine(Json.Serialize(told));
            if (told.TryGetValue("result", out var result) && ((Fields)result).Count == 0) return;
        }
    }
}
