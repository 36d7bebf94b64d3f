"""What the pages say besides the law: every word of the site that no file of the spec holds.

A row for each thing said, with all languages side by side; `Words` looks one up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("en", "sv")
"""The languages of the site, the first one standing in where a text is not translated."""

LANGUAGE_NAMES = {"en": "English", "sv": "Svenska"}

RANK_LETTERS: Mapping[str, Mapping[str, str]] = {
    "en": {"T": "10"},
    "sv": {"T": "10", "J": "Kn", "Q": "D", "K": "K", "A": "E"},
}
"""Letters on the cards where they differ from those of a card's name."""

RANK_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
    "sv": {"T": "10", "J": "knekt", "Q": "dam", "K": "kung", "A": "ess"},
}

SUIT_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "sv": {"S": "spader", "H": "hjärter", "D": "ruter", "C": "klöver"},
}

CARD_SPOKEN = {"en": "{rank} of {suit}", "sv": "{suit} {rank}"}

_WORDS: Mapping[str, Mapping[str, str]] = {
    # the site
    "rulebook": {"en": "Rulebook", "sv": "Regelbok"},
    "rulings": {"en": "Rulings", "sv": "Avgöranden"},
    "scenarios": {"en": "Situations", "sv": "Situationer"},
    "parameters": {"en": "Parameters", "sv": "Parametrar"},
    "coverage": {"en": "What is tested", "sv": "Vad som är prövat"},
    "glossary": {"en": "Glossary", "sv": "Ordlista"},
    "refusals": {"en": "Reasons for a refusal", "sv": "Skäl till avslag"},
    "programmers": {"en": "For programmers", "sv": "För programmerare"},
    "performance": {"en": "Performance", "sv": "Prestanda (på engelska)"},
    "changes": {"en": "Changes", "sv": "Ändringar (på engelska)"},
    "decisions": {"en": "Decisions", "sv": "Beslut (på engelska)"},
    "protocol": {"en": "The protocol", "sv": "Protokollet (på engelska)"},
    "light": {"en": "Switch to light colours", "sv": "Byt till ljusa färger"},
    "dark": {"en": "Switch to dark colours", "sv": "Byt till mörka färger"},
    # cards
    "joker": {"en": "joker", "sv": "joker"},
    "no-cards": {"en": "no cards", "sv": "inga kort"},
    "hidden": {"en": "{n} cards that do not matter", "sv": "{n} kort utan betydelse"},
    "hidden-one": {"en": "1 card that does not matter", "sv": "1 kort utan betydelse"},
    "cards": {"en": "{n} cards", "sv": "{n} kort"},
    "card-one": {"en": "1 card", "sv": "1 kort"},
    # the table
    "hand-of": {"en": "Hand of {who}", "sv": "{who}:s hand"},
    "meld-of": {"en": "Meld of side {side}", "sv": "Mälning, sida {side}"},
    "side": {"en": "Side {side}", "sv": "Sida {side}"},
    "and": {"en": "and", "sv": "och"},
    "no-melds": {"en": "no melds", "sv": "inga mälningar"},
    "natural-canasta": {"en": "natural canasta", "sv": "naturlig canasta"},
    "mixed-canasta": {"en": "mixed canasta", "sv": "blandad canasta"},
    "stock": {"en": "Stock", "sv": "Talong"},
    "pile": {"en": "Discard pile", "sv": "Hög"},
    "top-card": {"en": "top card: {card}", "sv": "översta kortet: {card}"},
    "frozen": {"en": "frozen", "sv": "frusen"},
    "empty": {"en": "empty", "sv": "tom"},
    "next-cards": {"en": "next cards", "sv": "nästa kort"},
    "red-threes": {"en": "Red threes", "sv": "Röda treor"},
    "to-draw": {"en": "to draw", "sv": "ska dra"},
    "has-drawn": {"en": "has drawn {card}", "sv": "har dragit {card}"},
    "to-play": {"en": "in turn", "sv": "i tur"},
    "score-before": {"en": "{points} points", "sv": "{points} poäng"},
    "needs": {"en": "initial meld: {points}", "sv": "första mälning: {points}"},
    "has-opened": {"en": "has opened", "sv": "har öppnat"},
    "ended-out": {"en": "{who} has gone out", "sv": "{who} har gått ut"},
    "ended-out-concealed": {
        "en": "{who} has gone out concealed", "sv": "{who} har gjort utgång direkt",
    },
    "ended-stock": {
        "en": "the deal is over: the stock is used up", "sv": "given är slut: talongen är tom",
    },
    "ended-red-three": {
        "en": "the deal is over: the last card of the stock was a red three",
        "sv": "given är slut: talongens sista kort var en röd trea",
    },
    "not-ended": {"en": "the deal goes on", "sv": "given fortsätter"},
    # acts
    "act-draw": {"en": "{who} draws from the stock", "sv": "{who} drar från talongen"},
    "act-meld": {"en": "{who} melds {cards}", "sv": "{who} mäler {cards}"},
    "act-onto": {"en": "{cards} onto {meld}", "sv": "{cards} till {meld}"},
    "act-take": {"en": "{who} takes the pile with {cards}", "sv": "{who} tar högen med {cards}"},
    "act-take-onto": {
        "en": "{who} takes the pile onto the side's meld",
        "sv": "{who} tar högen till sidans mälning",
    },
    "act-leave": {
        "en": ", leaving the cards below the top card",
        "sv": " men lämnar korten under det översta",
    },
    "act-also": {"en": ", melding also {cards}", "sv": " och mäler dessutom {cards}"},
    "act-discard": {"en": "{who} discards {card}", "sv": "{who} sakar {card}"},
    "act-back": {"en": "{who} takes back {cards}", "sv": "{who} tar tillbaka {cards}"},
    "act-from": {"en": "{cards} from {meld}", "sv": "{cards} från {meld}"},
    "act-yes": {"en": "{who} answers yes", "sv": "{who} svarar ja"},
    "act-no": {"en": "{who} answers no", "sv": "{who} svarar nej"},
    "act-ask": {
        "en": "{who} asks for leave to go out", "sv": "{who} ber om lov att gå ut",
    },
    "act-decline": {"en": "{who} leaves the pile", "sv": "{who} låter högen ligga"},
    "act-red-three": {
        "en": "{who} lays the red three {card}", "sv": "{who} lägger ut den röda trean {card}",
    },
    "meld-named": {"en": "the meld of {rank}", "sv": "mälningen i {rank}"},
    "meld-named-of": {
        "en": "side {side}'s meld of {rank}", "sv": "sida {side}:s mälning i {rank}",
    },
    # events
    "event-drew": {"en": "{who} draws {cards}", "sv": "{who} drar {cards}"},
    "event-drew-any": {"en": "{who} draws {cards}", "sv": "{who} drar {cards}"},
    "event-red-three": {
        "en": "{who} lays the red three {cards}", "sv": "{who} lägger ut den röda trean {cards}",
    },
    "event-melded": {"en": "{who} lays {cards}", "sv": "{who} lägger ut {cards}"},
    "event-took-pile": {
        "en": "{who} takes the top card and melds {cards}",
        "sv": "{who} tar det översta kortet och mäler {cards}",
    },
    "event-took-rest": {
        "en": "the rest of the pile goes to {who}: {cards}",
        "sv": "resten av högen går till {who}: {cards}",
    },
    "event-discarded": {
        "en": "{who} lays {cards} on the pile", "sv": "{who} lägger {cards} på högen",
    },
    "event-went-out": {"en": "{who} goes out", "sv": "{who} går ut"},
    "event-went-out-concealed": {
        "en": "{who} goes out concealed", "sv": "{who} gör utgång direkt",
    },
    "event-asked": {
        "en": "{who} asks for leave to go out", "sv": "{who} ber om lov att gå ut",
    },
    "event-said-yes": {"en": "{who} says yes", "sv": "{who} säger ja"},
    "event-said-no": {"en": "{who} says no", "sv": "{who} säger nej"},
    "event-declined": {
        "en": "{who} leaves the pile: the deal is over",
        "sv": "{who} låter högen ligga: given är slut",
    },
    # the rulebook
    "clause": {"en": "clause {id}", "sv": "punkt {id}"},
    "clauses": {"en": "Clauses", "sv": "Punkter"},
    "permanent": {"en": "Permanent link to {id}", "sv": "Permanent länk till {id}"},
    "source-line": {"en": "line {line} of the source", "sv": "rad {line} i källan"},
    "sets": {"en": "Sets", "sv": "Bestämmer"},
    "see": {"en": "See also", "sv": "Se även"},
    "ruled": {"en": "Rulings", "sv": "Avgöranden"},
    "tested": {"en": "Tested by {n} scenarios", "sv": "Prövad av {n} scenarier"},
    "tested-one": {"en": "Tested by 1 scenario", "sv": "Prövad av 1 scenario"},
    "also-shown": {"en": "drawn at clause {id}", "sv": "ritad vid punkt {id}"},
    "gap": {"en": "Not tested yet.", "sv": "Ännu inte prövad."},
    "heading": {"en": "A heading.", "sv": "En rubrik."},
    "advice": {
        "en": "Background or advice: it commands nothing that could be tested.",
        "sv": "Bakgrund eller råd: här finns inget påbud att pröva.",
    },
    "by": {"en": "Put to work, and tested, by", "sv": "Tillämpas, och prövas, i"},
    "later-faults": {
        "en": "Not tested yet: this needs a fault at the table.",
        "sv": "Ännu inte prövad: det kräver ett fel vid bordet.",
    },
    "later-information": {
        "en": "Not tested yet: this is about who may know, ask and say what.",
        "sv": "Ännu inte prövad: det gäller vem som får veta, fråga och säga vad.",
    },
    "later-variants": {
        "en": "Not tested yet: this belongs to another form of the game.",
        "sv": "Ännu inte prövad: det hör till en annan form av spelet.",
    },
    "not-testable": {
        "en": "No program can show this:", "sv": "Det här kan inget program visa:",
    },
    "chapters": {"en": "Chapters", "sv": "Kapitel"},
    "text-about": {
        "en": "The law text has {clauses} clauses in {chapters} chapters; {tested} of them are "
        "shown by a scenario.",
        "sv": "Lagtexten har {clauses} punkter i {chapters} kapitel; {tested} av dem visas av "
        "ett scenario.",
    },
    # scenarios
    "accepted": {"en": "Allowed", "sv": "Tillåtet"},
    "refused": {"en": "Refused", "sv": "Nekas"},
    "position": {"en": "The position", "sv": "Läget"},
    "same-position": {
        "en": "The position is that of *{title}*.", "sv": "Läget är detsamma som i *{title}*.",
    },
    "before": {"en": "First:", "sv": "Först:"},
    "afterwards": {"en": "The table afterwards", "sv": "Bordet efteråt"},
    "then": {"en": "At the end", "sv": "Till slut"},
    "would-be-allowed": {"en": "Would be allowed:", "sv": "Skulle vara tillåtet:"},
    "would-be-refused": {"en": "Would be refused:", "sv": "Skulle nekas:"},
    "consulted": {"en": "Consulted:", "sv": "Tillämpat:"},
    "under-reading": {
        "en": "Under another reading: {reading}", "sv": "Med en annan läsart: {reading}",
    },
    "boundary": {"en": "At a boundary: {what}", "sv": "Vid en gräns: {what}"},
    "run-it": {"en": "Run it", "sv": "Kör den"},
    "yaml": {"en": "As a file", "sv": "Som fil"},
    "why": {"en": "Why it is here:", "sv": "Varför den finns:"},
    "class": {"en": "Class", "sv": "Klass"},
    "decides": {"en": "Decided by", "sv": "Avgörs av"},
    "ruling": {"en": "Ruling", "sv": "Avgörande"},
    "ruleset": {"en": "Ruleset", "sv": "Regelverk"},
    "case": {"en": "Case {n}", "sv": "Fall {n}"},
    "cases": {"en": "{n} cases", "sv": "{n} fall"},
    "questions": {"en": "Questions from the table", "sv": "Frågor från bordet"},
    "scenarios-about": {
        "en": "A position, what is done in it, and what the law says. They are ordered by the "
        "clause that decides.",
        "sv": "Ett läge, vad som görs i det och vad lagen säger. De är ordnade efter den punkt "
        "som avgör.",
    },
    "dealer-is": {"en": "{who} deals.", "sv": "{who} ger."},
    "turned-up": {
        "en": "Turned up, one on another: {cards}.",
        "sv": "Uppvända i tur och ordning: {cards}."
    },
    "total-before": {"en": "before", "sv": "före"},
    "this-deal": {"en": "this deal", "sv": "den här given"},
    "draws": {"en": "{who} draws", "sv": "{who} drar"},
    "match-over": {"en": "the game is over", "sv": "partiet är slut"},
    "match-goes-on": {"en": "the game goes on", "sv": "partiet fortsätter"},
    "match-won": {"en": "side {who} wins", "sv": "sida {who} vinner"},
    "match-drawn": {"en": "sides {who} draw", "sv": "sidorna {who} spelar oavgjort"},
    "match-score": {
        "en": "side {side} stands at {points}", "sv": "sida {side} står på {points}",
    },
    "match-dealer": {"en": "{who} deals next", "sv": "{who} ger nästa gång"},
    "seats-again": {"en": "must draw again: {who}", "sv": "måste dra om: {who}"},
    "seats-nobody-again": {"en": "nobody draws again", "sv": "ingen drar om"},
    "seats-order": {"en": "from first to last: {who}", "sv": "från första till sista: {who}"},
    "seats-partners": {"en": "partners: {who}", "sv": "partners: {who}"},
    "seats-first": {"en": "{who} plays first", "sv": "{who} spelar först"},
    "then-hands": {"en": "hand of {who}: {cards}", "sv": "{who}:s hand: {cards}"},
    "then-melds": {"en": "melds of side {who}: {cards}", "sv": "mälningar, sida {who}: {cards}"},
    "then-red_threes": {
        "en": "red threes of {who}: {cards}", "sv": "{who}:s röda treor: {cards}",
    },
    "then-pile": {"en": "pile: {cards}", "sv": "hög: {cards}"},
    "then-stock": {"en": "stock: {cards}", "sv": "talong: {cards}"},
    "then-turn": {"en": "in turn: {who}", "sv": "i tur: {who}"},
    "then-minimum": {
        "en": "minimum of side {who}: {points}", "sv": "minimipoäng, sida {who}: {points}",
    },
    "count-of": {"en": "Count of side {side}", "sv": "Räkning, sida {side}"},
    "total": {"en": "total", "sv": "summa"},
    "points": {"en": "points", "sv": "poäng"},
    "line-natural-canasta": {"en": "natural canastas", "sv": "naturliga canastor"},
    "line-mixed-canasta": {"en": "mixed canastas", "sv": "blandade canastor"},
    "line-red-threes": {"en": "red threes", "sv": "röda treor"},
    "line-red-threes-kept": {
        "en": "red threes kept in hand", "sv": "röda treor kvar på handen",
    },
    "line-going-out": {"en": "going out", "sv": "utgång"},
    "line-going-out-concealed": {"en": "going out concealed", "sv": "utgång direkt"},
    "line-melded-cards": {"en": "melded cards", "sv": "mälda kort"},
    "line-cards-in-hand": {"en": "cards left in hand", "sv": "kort kvar på handen"},
    # rulings
    "rulings-about": {
        "en": "Where the text contradicts itself, is silent, or can be read in more than one way, "
        "a ruling says what holds here and why. A program may follow another reading if it says "
        "so, and is then judged by that one.",
        "sv": "Där texten säger emot sig själv, tiger eller kan läsas på mer än ett sätt anger "
        "ett avgörande vad som gäller här och varför. Ett program får följa en annan läsart om "
        "det anger det, och bedöms då efter den.",
    },
    "contradiction": {"en": "contradiction", "sv": "motsägelse"},
    "ambiguity": {"en": "ambiguity", "sv": "tvetydighet"},
    "defect": {"en": "defect in the text", "sv": "fel i texten"},
    "gap-type": {"en": "gap", "sv": "lucka"},
    "what-text-says": {"en": "What the text says", "sv": "Vad texten säger"},
    "readings": {"en": "Readings", "sv": "Läsarter"},
    "adopted": {"en": "adopted", "sv": "gäller"},
    "what-holds": {"en": "What holds", "sv": "Vad som gäller"},
    "reason": {"en": "Why", "sv": "Varför"},
    "shown-by": {"en": "Shown by", "sv": "Visas av"},
    "one-outcome": {
        "en": "Nothing to run apart:", "sv": "Inget att köra var för sig:",
    },
    # parameters, coverage, glossary, refusals
    "parameters-about": {
        "en": "Every figure and choice of the ruleset, and the clause or ruling that sets it.",
        "sv": "Varje tal och varje val i regelverket, och den punkt eller det avgörande som "
        "bestämmer det.",
    },
    "parameter": {"en": "Parameter", "sv": "Parameter"},
    "meaning": {"en": "Meaning", "sv": "Betydelse"},
    "value": {"en": "Value", "sv": "Värde"},
    "set-by": {"en": "Set by", "sv": "Enligt"},
    "yes": {"en": "yes", "sv": "ja"},
    "no": {"en": "no", "sv": "nej"},
    "players": {"en": "{n} players", "sv": "{n} spelare"},
    "version": {"en": "version {version}", "sv": "version {version}"},
    "coverage-about": {
        "en": "Every clause of the text, and the scenarios that show it: those in which something "
        "is allowed, those in which something is refused, those at a boundary. A clause without "
        "scenarios says why.",
        "sv": "Varje punkt i texten och de scenarier som visar den: de där något är tillåtet, de "
        "där något nekas och de vid en gräns. För en punkt utan scenarier anges varför.",
    },
    "state": {"en": "State", "sv": "Läge"},
    "state-tested": {"en": "tested", "sv": "prövad"},
    "state-gap": {"en": "open", "sv": "öppen"},
    "state-later": {"en": "later", "sv": "senare"},
    "state-by": {"en": "by other clauses", "sv": "av andra punkter"},
    "state-heading": {"en": "heading", "sv": "rubrik"},
    "state-advice": {"en": "advice", "sv": "råd"},
    "state-not-testable": {"en": "not testable", "sv": "kan inte prövas"},
    "state-count": {"en": "Clauses", "sv": "Punkter"},
    "allowing": {"en": "Allowed", "sv": "Tillåter"},
    "refusing": {"en": "Refused", "sv": "Nekar"},
    "bounding": {"en": "Boundary", "sv": "Gräns"},
    "glossary-about": {
        "en": "The words of the laws. Wherever a clause uses one it leads here.",
        "sv": "Lagarnas ord. Där en punkt använder ett av dem leder det hit.",
    },
    "used-in": {"en": "Used in", "sv": "Används i"},
    "in-other": {"en": "In other languages", "sv": "På andra språk"},
    "refusals-about": {
        "en": "A refusal carries one of these codes. The parameters it reads lead to the clause "
        "it rests on.",
        "sv": "Varje avslag har en av dessa koder. Parametrarna koden läser leder till den punkt "
        "den vilar på.",
    },
    "code": {"en": "Code", "sv": "Kod"},
    "says": {"en": "Says", "sv": "Säger"},
    "reads": {"en": "Reads", "sv": "Läser"},
    "physical": {
        "en": "(the cards themselves do not allow it)", "sv": "(korten själva tillåter det inte)",
    },
    "list-sep": {"en": ", ", "sv": ", "},
    # groups of parameters
    "group-match": {"en": "The game", "sv": "Partiet"},
    "group-seats": {"en": "Players and seats", "sv": "Spelare och platser"},
    "group-deck": {"en": "Packs", "sv": "Kortlekar"},
    "group-deal": {"en": "The deal", "sv": "Given"},
    "group-turn": {"en": "The turn", "sv": "Turen"},
    "group-draw": {"en": "Drawing", "sv": "Dragning"},
    "group-set": {"en": "Melds", "sv": "Mälningar"},
    "group-black_threes": {"en": "Black threes", "sv": "Svarta treor"},
    "group-opening": {"en": "The initial meld", "sv": "Den första mälningen"},
    "group-pile": {"en": "The discard pile", "sv": "Högen"},
    "group-red_threes": {"en": "Red threes", "sv": "Röda treor"},
    "group-out": {"en": "Going out", "sv": "Utgång"},
    "group-stock_end": {"en": "The end of the stock", "sv": "När talongen tar slut"},
    "group-card": {"en": "Card values", "sv": "Kortvärden"},
    "group-bonus": {"en": "Bonuses", "sv": "Bonus"},
    "group-information": {"en": "Information", "sv": "Upplysningar"},
    "group-score": {"en": "The count", "sv": "Räkningen"},
}  # fmt: skip


class Words:
    """The words of one language. ``w("tested", n=3)`` gives a text with its blanks filled."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"the site has no language {language!r}: {', '.join(LANGUAGES)}")
        self.language = language

    def __call__(self, key: str, **blanks: Any) -> str:
        text = _WORDS[key][self.language]
        return text.format(**blanks) if blanks else text

    def get(self, key: str, otherwise: str) -> str:
        """The text for ``key``, or ``otherwise`` where the site has no word for it."""
        row = _WORDS.get(key)
        return row[self.language] if row else otherwise

    def count(self, key: str, one: str, n: int) -> str:
        """A number of things: ``one`` is the row for a single one."""
        return self(one) if n == 1 else self(key, n=n)

    def of(self, texts: Mapping[str, str]) -> str:
        """A text of the spec in this language, in the first language where it is missing."""
        return texts.get(self.language) or texts.get(LANGUAGES[0], "")

    def value(self, value: object) -> str:
        """A parameter's value as a reader writes it."""
        if isinstance(value, bool):
            return self("yes") if value else self("no")
        return str(value)


def untranslated() -> list[str]:
    """The rows that lack a language of the site."""
    return [key for key, row in _WORDS.items() if any(not row.get(la) for la in LANGUAGES)]
