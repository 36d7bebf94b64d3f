// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.
import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class Adapter {
    static final int PARSE_ERROR = -32700, INVALID = -32600, NO_METHOD = -32601;
    static final int BAD_PARAMS = -32602, INTERNAL = -32603;

    // -------------------------------------------------------- fill in

    static final Map<String, Object> HELLO = Map.of(
        "protocol", "1.3", "name", "My Canasta", "version", "0.1", "language", "Java",
        "rulesets", List.of("canasta-intl"), "classes", List.of("core"),
        "readings", List.of(), "options", List.of(), "cannot", List.of("incidents"), "grain", "act");

    /** A game under way. Your program's own takes its place. */
    static final class State {
        transient JsonObject sent; // the position as it was sent
        Turn turn; // who is in turn
        Map<String, List<String>> hands;
        Map<String, List<List<String>>> melds;
        List<String> stock; // from the top
        List<String> pile; // from the bottom
    }

    /** The game that a request begins with: a new one at each call. */
    static State load(JsonObject params) {
        if (params.has("deal")) {
            throw new Failure(NO_METHOD, "beginning with the deal: not filled in");
        }
        State state = read(params, "position", State.class);
        state.sent = params.getAsJsonObject("position");
        if (state.turn == null || state.hands == null || !state.hands.containsKey(state.turn.player)) {
            throw new Failure(BAD_PARAMS, "the player in turn has no hand");
        }
        return state;
    }

    /** A player does an act: accepted, refused, with a code of spec/refusals.yaml if you like, or
     *  unsupported. What a refused act has changed is forgotten. */
    static Answer perform(State state, String player, Act act) {
        switch (act.act) {
            case "draw": // an example, and not the whole rule
                if (!player.equals(state.turn.player)) return Answer.refused("not-your-turn");
                if (state.stock.isEmpty()) return Answer.refused("stock-empty");
                state.hands.get(player).add(state.stock.remove(0));
                return Answer.accepted();
            default: // "take_pile", "meld", "discard" and the others: see PROTOCOL.md
                return Answer.unsupported(act.act + ": not filled in");
        }
    }

    /** The position at the end. Whatever your program changes is told here. */
    static JsonObject position(State state) {
        JsonObject told = state.sent.deepCopy();
        GSON.toJsonTree(state).getAsJsonObject().entrySet().forEach(
            zone -> told.add(zone.getKey(), zone.getValue()));
        return told;
    }

    /** The count as it stands, {"a": {"total": 155}}. What is left out is not judged. */
    static Map<String, Object> scores(State state) { return Map.of(); }

    /** What initial melds must reach, {"a": 50}. What is left out is not judged. */
    static Map<String, Integer> minimum(State state) { return Map.of(); }

    // -------------------------------------------------------- the protocol

    static final Gson GSON = new Gson();

    static class Turn { String player; int number; List<Act> acts = List.of(); }
