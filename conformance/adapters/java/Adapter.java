// A Meldlaw adapter. Fill in the first part; the second speaks the protocol and may stay as it is.
// Standard output belongs to the suite: print for people on standard error.
import com.google.gson.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public final class Adapter {
    static final int PARSE_ERROR = -32700, NO_METHOD = -32601, BAD_PARAMS = -32602;

    // -------------------------------------------------------- fill in

    static final Map<String, Object> HELLO = Map.of(
        "protocol", "1.3", "name", "My Canasta", "version", "0.1", "language", "Java",
        "rulesets", List.of("canasta-intl"), "classes", List.of("core"), "readings", List.of(),
        "options", List.of(), "cannot", List.of("incidents"), "grain", "act");

    /** A game under way. Your program's own takes its place. */
    static final class State {
        transient JsonObject sent; // the position as it was sent
        transient String player; // in turn
        Map<String, List<String>> hands; // by player
        Map<String, List<List<String>>> melds;
        List<String> stock, pile; // the stock from the top, the pile from the bottom
    }

    /** The game that a request begins with: a new one at each call. */
    static State load(JsonObject params) {
        if (params.has("deal")) throw new Failure(NO_METHOD, "with the deal: not filled in");
        State state = read(params, "position", State.class);
        state.sent = params.getAsJsonObject("position");
        state.player = read(state.sent, "turn", Turn.class).player;
        if (state.hands == null || !state.hands.containsKey(state.player))
            throw new Failure(BAD_PARAMS, "the player in turn has no hand");
        return state;
    }

    /** A player does an act: accepted, refused, with a code of spec/refusals.yaml if you like, or
     *  unsupported. What a refused act has changed is forgotten. */
    static Map<String, ?> perform(State state, String player, JsonObject act) {
        String name = act.get("act").getAsString();
        switch (name) {
            case "draw": // an example, and not the whole rule
                if (!player.equals(state.player)) return refused("not-your-turn");
                if (state.stock.isEmpty()) return refused("stock-empty");
                state.hands.get(player).add(state.stock.remove(0));
                return Map.of("accepted", true);
            default: // "take_pile", "meld", "discard" and the others: see PROTOCOL.md
                return Map.of("unsupported", name + ": not filled in");
        }
    }

    static Map<String, ?> refused(String code) { return Map.of("accepted", false, "code", code); }

    /** The position at the end. Whatever your program changes is told here. */
    static JsonObject position(State state) {
        JsonObject told = state.sent.deepCopy();
        GSON.toJsonTree(state).getAsJsonObject().asMap().forEach(told::add);
        return told;
    }

    /** The count as it stands, {"a": {"total": 155}}. What is left out is not judged. */
    static Map<String, Object> scores(State state) { return Map.of(); }

    /** What initial melds must reach, {"a": 50}. What is left out is not judged. */
    static Map<String, Integer> minimum(State state) { return Map.of(); }

    // -------------------------------------------------------- the protocol

    static final Gson GSON = new GsonBuilder().serializeNulls().create();

    /** A request that cannot be answered. A refused act is none. */
    static final class Failure extends RuntimeException {
        final int code;
        Failure(int code, String message) { super(message); this.code = code; }
    }

    /** A turn has acts, a try has an act. */
    static final class Turn { String player = ""; JsonObject[] acts = {}; JsonObject act; }
    record Step(String player, JsonObject act) {}

    static <T> T read(JsonObject from, String field, Class<T> type) {
        try {
            return Objects.requireNonNull(GSON.fromJson(from.get(field), type));
        } catch (JsonParseException | NullPointerException error) {
            throw new Failure(BAD_PARAMS, field + " is missing or misshapen: " + error);
        }
    }

    static Map<String, Object> run(JsonObject params) {
        List<Object> acts = new ArrayList<>(), tried = new ArrayList<>();
        List<Step> done = new ArrayList<>();
        for (Turn turn : read(params, "turns", Turn[].class)) {
            for (JsonObject act : turn.acts) {
                Map<String, ?> told = perform(replay(params, done), turn.player, act);
                acts.add(told);
                if (told.get("accepted") == Boolean.TRUE) done.add(new Step(turn.player, act));
            }
        }
        for (Turn one : read(params, "try", Turn[].class))
            tried.add(perform(replay(params, done), one.player, one.act));
        State state = replay(params, done);
        return Map.of("acts", acts, "tried", tried, "position", position(state),
            "scores", scores(state), "minimum", minimum(state));
    }

    /** The game after the acts that were accepted. */
    static State replay(JsonObject params, List<Step> done) {
        State state = load(params);
        for (Step step : done) perform(state, step.player, step.act);
        return state;
    }

    static Object answer(String method, JsonObject request) {
        switch (method) {
            case "initialize": return HELLO;
            case "run": return run(read(request, "params", JsonObject.class));
            case "shutdown": return Map.of();
            default: throw new Failure(NO_METHOD, "no method is called " + method);
        }
    }

    static Map<String, Object> reply(String line) {
        Map<String, Object> told = new HashMap<>(Map.of("jsonrpc", "2.0", "id", JsonNull.INSTANCE));
        int code = PARSE_ERROR;
        try {
            JsonElement message = GSON.getAdapter(JsonElement.class).fromJson(line);
            code = BAD_PARAMS;
            told.put("id", message.getAsJsonObject().get("id"));
            String method = message.getAsJsonObject().get("method").getAsString();
            code = -32603; // whatever goes wrong from here on is the program's own
            told.put("result", answer(method, message.getAsJsonObject()));
        } catch (Exception | StackOverflowError error) {
            if (error instanceof Failure failure) code = failure.code;
            else error.printStackTrace();
            told.put("error", Map.of("code", code, "message", String.valueOf(error.getMessage())));
        }
        return told;
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null;) {
            Map<String, Object> told = reply(line);
            out.println(GSON.toJson(told));
            if (Map.of().equals(told.get("result"))) return; // that of shutdown
        }
    }
}
