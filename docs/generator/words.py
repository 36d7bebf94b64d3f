"""What the pages say besides the law: every word of the site that no file of the spec holds.

A row for each thing said, with all languages side by side; `Words` looks one up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("en", "sv", "fi")
"""The languages of the site, the first one standing in where a text is not translated."""

LANGUAGE_NAMES = {"en": "English", "sv": "Svenska", "fi": "Suomi"}

RANK_LETTERS: Mapping[str, Mapping[str, str]] = {
    "en": {"T": "10"},
    "sv": {"T": "10", "J": "Kn", "Q": "D", "K": "K", "A": "E"},
    "fi": {"T": "10"},
}
"""Letters on the cards where they differ from those of a card's name."""

RANK_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
    "sv": {"T": "10", "J": "knekt", "Q": "dam", "K": "kung", "A": "ess"},
    "fi": {
        "2": "kakkonen", "3": "kolmonen", "4": "nelonen", "5": "vitonen", "6": "kutonen",
        "7": "seitsikko", "8": "kahdeksikko", "9": "yhdeksikkö", "T": "kymppi", "J": "sotamies",
        "Q": "rouva", "K": "kuningas", "A": "ässä",
    },
}  # fmt: skip

SUIT_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "sv": {"S": "spader", "H": "hjärter", "D": "ruter", "C": "klöver"},
    "fi": {"S": "pata", "H": "hertta", "D": "ruutu", "C": "risti"},
}

CARD_SPOKEN = {"en": "{rank} of {suit}", "sv": "{suit} {rank}", "fi": "{suit}{rank}"}

_WORDS: Mapping[str, Mapping[str, str]] = {
    # the site
    "rulebook": {"en": "Rulebook", "sv": "Regelbok", "fi": "Sääntökirja"},
    "rulings": {"en": "Rulings", "sv": "Avgöranden", "fi": "Ratkaisut"},
    "scenarios": {"en": "Situations", "sv": "Situationer", "fi": "Tilanteet"},
    "parameters": {"en": "Parameters", "sv": "Parametrar", "fi": "Parametrit"},
    "coverage": {"en": "What is tested", "sv": "Vad som är prövat", "fi": "Mitä on testattu"},
    "differences": {
        "en": "Where the laws differ", "sv": "Var lagarna skiljer sig",
        "fi": "Missä säännöt eroavat",
    },
    "glossary": {"en": "Glossary", "sv": "Ordlista", "fi": "Sanasto"},
    "refusals": {"en": "Reasons for a refusal", "sv": "Skäl till avslag", "fi": "Hylkäysten syyt"},
    "programmers": {"en": "For programmers", "sv": "För programmerare", "fi": "Ohjelmoijille"},
    "performance": {
        "en": "Performance", "sv": "Prestanda (på engelska)", "fi": "Suorituskyky (englanniksi)",
    },
    "changes": {"en": "Changes", "sv": "Ändringar (på engelska)", "fi": "Muutokset (englanniksi)"},
    "decisions": {"en": "Decisions", "sv": "Beslut (på engelska)", "fi": "Päätökset (englanniksi)"},
    "protocol": {
        "en": "The protocol", "sv": "Protokollet (på engelska)", "fi": "Protokolla (englanniksi)",
    },
    "light": {
        "en": "Switch to light colours", "sv": "Byt till ljusa färger",
        "fi": "Vaihda vaaleisiin väreihin",
    },
    "dark": {
        "en": "Switch to dark colours", "sv": "Byt till mörka färger",
        "fi": "Vaihda tummiin väreihin",
    },
    # cards
    "joker": {"en": "joker", "sv": "joker", "fi": "jokeri"},
    "no-cards": {"en": "no cards", "sv": "inga kort", "fi": "ei kortteja"},
    "hidden": {
        "en": "{n} cards that do not matter", "sv": "{n} kort utan betydelse",
        "fi": "{n} merkityksetöntä korttia",
    },
    "hidden-one": {
        "en": "1 card that does not matter", "sv": "1 kort utan betydelse",
        "fi": "1 merkityksetön kortti",
    },
    "cards": {"en": "{n} cards", "sv": "{n} kort", "fi": "{n} korttia"},
    "card-one": {"en": "1 card", "sv": "1 kort", "fi": "1 kortti"},
    # the table
    "hand-of": {"en": "Hand of {who}", "sv": "{who}:s hand", "fi": "{who}:n käsi"},
    "meld-of": {
        "en": "Meld of side {side}", "sv": "Mälning, sida {side}", "fi": "Puolueen {side} pöytäys",
    },
    "side": {"en": "Side {side}", "sv": "Sida {side}", "fi": "Puolue {side}"},
    "and": {"en": "and", "sv": "och", "fi": "ja"},
    "no-melds": {"en": "no melds", "sv": "inga mälningar", "fi": "ei pöytäyksiä"},
    "natural-canasta": {"en": "natural canasta", "sv": "naturlig canasta", "fi": "puhdas kanasta"},
    "mixed-canasta": {"en": "mixed canasta", "sv": "blandad canasta", "fi": "sekakanasta"},
    "sequence": {"en": "sequence", "sv": "sekvens", "fi": "värisarja"},
    "samba": {"en": "samba", "sv": "samba", "fi": "samba"},
    "stock": {"en": "Stock", "sv": "Talong", "fi": "Nostopakka"},
    "pile": {"en": "Discard pile", "sv": "Hög", "fi": "Avopakka"},
    "top-card": {
        "en": "top card: {card}", "sv": "översta kortet: {card}", "fi": "päällimmäisenä {card}",
    },
    "frozen": {"en": "frozen", "sv": "frusen", "fi": "lukittu"},
    "empty": {"en": "empty", "sv": "tom", "fi": "tyhjä"},
    "next-cards": {"en": "next cards", "sv": "nästa kort", "fi": "seuraavat kortit"},
    "red-threes": {"en": "Red threes", "sv": "Röda treor", "fi": "Punaiset kolmoset"},
    "to-draw": {"en": "to draw", "sv": "ska dra", "fi": "nostovuorossa"},
    "has-drawn": {"en": "has drawn {card}", "sv": "har dragit {card}", "fi": "on nostanut: {card}"},
    "to-play": {"en": "in turn", "sv": "i tur", "fi": "vuorossa"},
    "score-before": {"en": "{points} points", "sv": "{points} poäng", "fi": "{points} pistettä"},
    "needs": {
        "en": "initial meld: {points}", "sv": "första mälning: {points}",
        "fi": "avauspöytäys: {points}",
    },
    "has-opened": {"en": "has opened", "sv": "har öppnat", "fi": "on avannut"},
    "ended-out": {
        "en": "{who} has gone out", "sv": "{who} har gått ut", "fi": "{who} on lopettanut",
    },
    "ended-out-concealed": {
        "en": "{who} has gone out concealed", "sv": "{who} har gjort utgång direkt",
        "fi": "{who} on lopettanut suoraan",
    },
    "ended-stock": {
        "en": "the deal is over: the stock is used up", "sv": "given är slut: talongen är tom",
        "fi": "erä on päättynyt: nostopakka on loppunut",
    },
    "ended-red-three": {
        "en": "the deal is over: a red three came at the end of the stock",
        "sv": "given är slut: en röd trea kom i slutet av talongen",
        "fi": "erä on päättynyt: nostopakan lopusta nousi punainen kolmonen",
    },
    "not-ended": {"en": "the deal goes on", "sv": "given fortsätter", "fi": "erä jatkuu"},
    # acts
    "act-draw": {
        "en": "{who} draws from the stock", "sv": "{who} drar från talongen",
        "fi": "{who} nostaa nostopakasta",
    },
    "act-meld": {
        "en": "{who} melds {cards}", "sv": "{who} mäler {cards}", "fi": "{who} pöytää {cards}",
    },
    "act-onto": {"en": "{cards} {meld}", "sv": "{cards} {meld}", "fi": "{cards} {meld}"},
    "act-take": {
        "en": "{who} takes the pile with {cards}", "sv": "{who} tar högen med {cards}",
        "fi": "{who} ottaa avopakan korteilla {cards}",
    },
    "act-take-onto": {
        "en": "{who} takes the pile onto the side's meld",
        "sv": "{who} tar högen till sidans mälning",
        "fi": "{who} ottaa avopakan puolueensa pöytäykseen",
    },
    "act-take-meld": {
        "en": "{who} takes the pile {meld}", "sv": "{who} tar högen {meld}",
        "fi": "{who} ottaa avopakan {meld}",
    },
    "act-take-meld-with": {
        "en": "{who} takes the pile with {cards} {meld}",
        "sv": "{who} tar högen med {cards} {meld}",
        "fi": "{who} ottaa avopakan korteilla {cards} {meld}",
    },
    "act-leave": {
        "en": ", leaving the cards below the top card",
        "sv": " men lämnar korten under det översta",
        "fi": " mutta jättää päällimmäisen alla olevat kortit",
    },
    "act-also": {
        "en": ", melding also {cards}", "sv": " och mäler dessutom {cards}",
        "fi": " ja pöytää lisäksi {cards}",
    },
    "act-discard": {
        "en": "{who} discards {card}", "sv": "{who} sakar {card}", "fi": "{who} heittää {card}",
    },
    "act-back": {
        "en": "{who} takes back {cards}", "sv": "{who} tar tillbaka {cards}",
        "fi": "{who} ottaa takaisin {cards}",
    },
    "act-join": {
        "en": "{who} joins {melds} into one", "sv": "{who} förenar {melds} till en",
        "fi": "{who} yhdistää yhdeksi: {melds}",
    },
    "act-from": {"en": "{cards} {meld}", "sv": "{cards} {meld}", "fi": "{cards} {meld}"},
    "act-yes": {"en": "{who} answers yes", "sv": "{who} svarar ja", "fi": "{who} vastaa kyllä"},
    "act-no": {"en": "{who} answers no", "sv": "{who} svarar nej", "fi": "{who} vastaa ei"},
    "act-ask": {
        "en": "{who} asks for leave to go out", "sv": "{who} ber om lov att gå ut",
        "fi": "{who} kysyy, saako lopettaa",
    },
    "act-decline": {
        "en": "{who} leaves the pile", "sv": "{who} låter högen ligga",
        "fi": "{who} jättää avopakan ottamatta",
    },
    "act-pass": {
        "en": "{who} ends the turn without a discard", "sv": "{who} avslutar turen utan att saka",
        "fi": "{who} päättää vuoronsa heittämättä",
    },
    "act-red-three": {
        "en": "{who} lays the red three {card}", "sv": "{who} lägger ut den röda trean {card}",
        "fi": "{who} panee pöydälle punaisen kolmosen {card}",
    },
    "meld-onto": {
        "en": "onto the meld of {rank}", "sv": "till mälningen i {rank}",
        "fi": "{rank}-pöytäykseen",
    },
    "meld-onto-of": {
        "en": "onto side {side}'s meld of {rank}", "sv": "till sida {side}:s mälning i {rank}",
        "fi": "puolueen {side} {rank}-pöytäykseen",
    },
    "sequence-onto": {
        "en": "onto the sequence from {card}", "sv": "till sekvensen från {card}",
        "fi": "värisarjaan, joka alkaa kortista {card}",
    },
    "sequence-onto-of": {
        "en": "onto side {side}'s sequence from {card}",
        "sv": "till sida {side}:s sekvens från {card}",
        "fi": "puolueen {side} värisarjaan, joka alkaa kortista {card}",
    },
    "meld-from": {
        "en": "from the meld of {rank}", "sv": "från mälningen i {rank}",
        "fi": "{rank}-pöytäyksestä",
    },
    "meld-from-of": {
        "en": "from side {side}'s meld of {rank}", "sv": "från sida {side}:s mälning i {rank}",
        "fi": "puolueen {side} {rank}-pöytäyksestä",
    },
    "sequence-from": {
        "en": "from the sequence from {card}", "sv": "från sekvensen från {card}",
        "fi": "värisarjasta, joka alkaa kortista {card}",
    },
    "sequence-from-of": {
        "en": "from side {side}'s sequence from {card}",
        "sv": "från sida {side}:s sekvens från {card}",
        "fi": "puolueen {side} värisarjasta, joka alkaa kortista {card}",
    },
    "meld-join": {"en": "the meld of {rank}", "sv": "mälningen i {rank}", "fi": "{rank}-pöytäys"},
    "meld-join-of": {
        "en": "side {side}'s meld of {rank}", "sv": "sida {side}:s mälning i {rank}",
        "fi": "puolueen {side} {rank}-pöytäys",
    },
    "sequence-join": {
        "en": "the sequence from {card}", "sv": "sekvensen från {card}",
        "fi": "värisarja, joka alkaa kortista {card}",
    },
    "sequence-join-of": {
        "en": "side {side}'s sequence from {card}", "sv": "sida {side}:s sekvens från {card}",
        "fi": "puolueen {side} värisarja, joka alkaa kortista {card}",
    },
    # events
    "event-drew": {
        "en": "{who} draws {cards}", "sv": "{who} drar {cards}", "fi": "{who} nostaa {cards}",
    },
    "event-drew-any": {
        "en": "{who} draws {cards}", "sv": "{who} drar {cards}", "fi": "{who} nostaa {cards}",
    },
    "event-red-three": {
        "en": "{who} lays the red three {cards}", "sv": "{who} lägger ut den röda trean {cards}",
        "fi": "{who} panee pöydälle punaisen kolmosen {cards}",
    },
    "event-melded": {
        "en": "{who} lays {cards}", "sv": "{who} lägger ut {cards}", "fi": "{who} pöytää {cards}",
    },
    "event-took-pile": {
        "en": "{who} takes the top card and melds {cards}",
        "sv": "{who} tar det översta kortet och mäler {cards}",
        "fi": "{who} ottaa päällimmäisen kortin ja pöytää {cards}",
    },
    "event-took-rest": {
        "en": "the rest of the pile goes to {who}: {cards}",
        "sv": "resten av högen går till {who}: {cards}",
        "fi": "avopakan muut kortit saa {who}: {cards}",
    },
    "event-discarded": {
        "en": "{who} lays {cards} on the pile", "sv": "{who} lägger {cards} på högen",
        "fi": "{who} heittää avopakkaan {cards}",
    },
    "event-went-out": {"en": "{who} goes out", "sv": "{who} går ut", "fi": "{who} lopettaa"},
    "event-went-out-concealed": {
        "en": "{who} goes out concealed", "sv": "{who} gör utgång direkt",
        "fi": "{who} lopettaa suoraan",
    },
    "event-asked": {
        "en": "{who} asks for leave to go out", "sv": "{who} ber om lov att gå ut",
        "fi": "{who} kysyy, saako lopettaa",
    },
    "event-said-yes": {"en": "{who} says yes", "sv": "{who} säger ja", "fi": "{who} vastaa kyllä"},
    "event-said-no": {"en": "{who} says no", "sv": "{who} säger nej", "fi": "{who} vastaa ei"},
    "event-declined": {
        "en": "{who} leaves the pile: the deal is over",
        "sv": "{who} låter högen ligga: given är slut",
        "fi": "{who} jättää avopakan ottamatta: erä päättyy",
    },
    "event-joined": {
        "en": "{who} makes one sequence: {cards}", "sv": "{who} gör en enda sekvens: {cards}",
        "fi": "{who} tekee yhden värisarjan: {cards}",
    },
    "event-passed": {
        "en": "{who} ends the turn without a discard", "sv": "{who} avslutar turen utan att saka",
        "fi": "{who} päättää vuoronsa heittämättä",
    },
    # the rulebook
    "clause": {"en": "clause {id}", "sv": "punkt {id}", "fi": "kohta {id}"},
    "clauses": {"en": "Clauses", "sv": "Punkter", "fi": "Kohdat"},
    "permanent": {
        "en": "Permanent link to {id}", "sv": "Permanent länk till {id}",
        "fi": "Pysyvä linkki: {id}",
    },
    "source-line": {
        "en": "line {line} of the source", "sv": "rad {line} i källan", "fi": "lähteen rivi {line}",
    },
    "sets": {"en": "Sets", "sv": "Bestämmer", "fi": "Määrää"},
    "see": {"en": "See also", "sv": "Se även", "fi": "Ks. myös"},
    "ruled": {"en": "Rulings", "sv": "Avgöranden", "fi": "Ratkaisut"},
    "tested": {
        "en": "Tested by {n} scenarios", "sv": "Prövad av {n} scenarier",
        "fi": "Testaavat skenaariot: {n}",
    },
    "tested-one": {
        "en": "Tested by 1 scenario", "sv": "Prövad av 1 scenario", "fi": "Testaavat skenaariot: 1",
    },
    "also-shown": {
        "en": "drawn at clause {id}", "sv": "ritad vid punkt {id}", "fi": "kuva kohdassa {id}",
    },
    "gap": {"en": "Not tested yet.", "sv": "Ännu inte prövad.", "fi": "Ei vielä testattu."},
    "heading": {"en": "A heading.", "sv": "En rubrik.", "fi": "Otsikko."},
    "advice": {
        "en": "Background or advice: it commands nothing that could be tested.",
        "sv": "Bakgrund eller råd: här finns inget påbud att pröva.",
        "fi": "Taustaa tai neuvo: tässä ei käsketä mitään, mitä voisi testata.",
    },
    "by": {
        "en": "Put to work, and tested, by", "sv": "Tillämpas, och prövas, i",
        "fi": "Sovelletaan ja testataan kohdissa",
    },
    "later-faults": {
        "en": "Not tested yet: this needs a fault at the table.",
        "sv": "Ännu inte prövad: det kräver ett fel vid bordet.",
        "fi": "Ei vielä testattu: tähän tarvitaan virhe pöydässä.",
    },
    "later-information": {
        "en": "Not tested yet: this is about who may know, ask and say what.",
        "sv": "Ännu inte prövad: det gäller vem som får veta, fråga och säga vad.",
        "fi": "Ei vielä testattu: tämä koskee sitä, kuka saa tietää, kysyä ja sanoa mitäkin.",
    },
    "later-variants": {
        "en": "Not tested yet: this belongs to another form of the game.",
        "sv": "Ännu inte prövad: det hör till en annan form av spelet.",
        "fi": "Ei vielä testattu: tämä kuuluu pelin toiseen muotoon.",
    },
    "not-testable": {
        "en": "No program can show this:", "sv": "Det här kan inget program visa:",
        "fi": "Tätä ei mikään ohjelma voi näyttää:",
    },
    "chapters": {"en": "Chapters", "sv": "Kapitel", "fi": "Luvut"},
    "text-about": {
        "en": "The law text has {clauses} clauses in {chapters} chapters; {tested} of them are "
        "shown by a scenario.",
        "sv": "Lagtexten har {clauses} punkter i {chapters} kapitel; {tested} av dem visas av ett "
        "scenario.",
        "fi": "Sääntötekstissä on {clauses} kohtaa {chapters} luvussa; skenaariot näyttävät "
        "niistä {tested}.",
    },
    "law-elsewhere": {
        "en": "This law can be read in {languages}.",
        "sv": "Den här lagen finns att läsa på {languages}.",
        "fi": "Nämä säännöt ovat luettavissa kielillä: {languages}.",
    },
    "count-clauses": {"en": "clauses", "sv": "punkter", "fi": "kohtaa"},
    "count-tested": {
        "en": "of them shown by situations", "sv": "av dem visas av situationer",
        "fi": "niistä näkyy tilanteissa",
    },
    "count-scenarios": {"en": "scenarios", "sv": "scenarier", "fi": "skenaariota"},
    "count-rulings": {"en": "rulings", "sv": "avgöranden", "fi": "ratkaisua"},
    # scenarios
    "accepted": {"en": "Allowed", "sv": "Tillåtet", "fi": "Sallittu"},
    "refused": {"en": "Refused", "sv": "Nekas", "fi": "Hylätään"},
    "position": {"en": "The position", "sv": "Läget", "fi": "Asema"},
    "same-position": {
        "en": "The position is that of *{title}*.", "sv": "Läget är detsamma som i *{title}*.",
        "fi": "Asema on sama kuin tapauksessa *{title}*.",
    },
    "before": {"en": "First:", "sv": "Först:", "fi": "Ensin:"},
    "afterwards": {"en": "The table afterwards", "sv": "Bordet efteråt", "fi": "Pöytä sen jälkeen"},
    "then": {"en": "At the end", "sv": "Till slut", "fi": "Lopuksi"},
    "would-be-allowed": {
        "en": "Would be allowed:", "sv": "Skulle vara tillåtet:", "fi": "Olisi sallittu:",
    },
    "would-be-refused": {"en": "Would be refused:", "sv": "Skulle nekas:", "fi": "Hylättäisiin:"},
    "consulted": {"en": "Consulted:", "sv": "Tillämpat:", "fi": "Sovellettu:"},
    "under-reading": {
        "en": "Under another reading: {reading}", "sv": "Med en annan läsart: {reading}",
        "fi": "Toisen tulkinnan mukaan: {reading}",
    },
    "boundary": {
        "en": "At a boundary: {what}", "sv": "Vid en gräns: {what}", "fi": "Rajalla: {what}",
    },
    "run-it": {"en": "Run it", "sv": "Kör den", "fi": "Aja se"},
    "yaml": {"en": "As a file", "sv": "Som fil", "fi": "Tiedostona"},
    "why": {"en": "Why it is here:", "sv": "Varför den finns:", "fi": "Miksi se on tässä:"},
    "class": {"en": "Class", "sv": "Klass", "fi": "Luokka"},
    "decides": {"en": "Decided by", "sv": "Avgörs av", "fi": "Ratkaisevat kohdat"},
    "ruling": {"en": "Ruling", "sv": "Avgörande", "fi": "Ratkaisu"},
    "ruleset": {"en": "Ruleset", "sv": "Regelverk", "fi": "Sääntöjoukko"},
    "also-under": {"en": "The same position", "sv": "Samma läge", "fi": "Sama asema"},
    "shows-difference": {
        "en": "Shows where the laws differ", "sv": "Visar var lagarna skiljer sig",
        "fi": "Näyttää, missä säännöt eroavat",
    },
    "one-position": {
        "en": "One position, each law", "sv": "Ett läge, varje lag",
        "fi": "Yksi asema, kummatkin säännöt",
    },
    "case": {"en": "Case {n}", "sv": "Fall {n}", "fi": "Tapaus {n}"},
    "cases": {"en": "{n} cases", "sv": "{n} fall", "fi": "{n} tapausta"},
    "questions": {
        "en": "Questions from the table", "sv": "Frågor från bordet", "fi": "Kysymyksiä pöydästä",
    },
    "scenarios-about": {
        "en": "A position, what is done in it, and what the law says. They are ordered by the "
        "clause that decides.",
        "sv": "Ett läge, vad som görs i det och vad lagen säger. De är ordnade efter den punkt "
        "som avgör.",
        "fi": "Asema, mitä siinä tehdään ja mitä säännöt siitä sanovat. Tilanteet on järjestetty "
        "ratkaisevan kohdan mukaan.",
    },
    "dealer-is": {"en": "{who} deals.", "sv": "{who} ger.", "fi": "Jakaja on {who}."},
    "turned-up": {
        "en": "Turned up, one on another: {cards}.", "sv": "Uppvända i tur och ordning: {cards}.",
        "fi": "Päällekkäin käännetty: {cards}.",
    },
    "total-before": {"en": "before", "sv": "före", "fi": "ennen"},
    "this-deal": {"en": "this deal", "sv": "den här given", "fi": "tämä erä"},
    "draws": {"en": "{who} draws", "sv": "{who} drar", "fi": "{who} vetää"},
    "match-over": {"en": "the game is over", "sv": "partiet är slut", "fi": "peli on päättynyt"},
    "match-goes-on": {"en": "the game goes on", "sv": "partiet fortsätter", "fi": "peli jatkuu"},
    "match-won": {"en": "side {who} wins", "sv": "sida {who} vinner", "fi": "puolue {who} voittaa"},
    "match-drawn": {
        "en": "sides {who} draw", "sv": "sidorna {who} spelar oavgjort",
        "fi": "puolueet {who} pelaavat tasan",
    },
    "match-score": {
        "en": "side {side} stands at {points}", "sv": "sida {side} står på {points}",
        "fi": "puolueella {side} on {points} pistettä",
    },
    "match-dealer": {
        "en": "{who} deals next", "sv": "{who} ger nästa gång", "fi": "seuraavaksi jakaa {who}",
    },
    "match-sits-out": {
        "en": "number {place} of the larger side sits out the next deal",
        "sv": "nummer {place} på den större sidan står över nästa giv",
        "fi": "seuraavan erän on pois suuremman puolueen pelaaja numero {place}",
    },
    "deals-before": {
        "en": "Deals played before this one: {number}.",
        "sv": "Givar spelade före den här: {number}.",
        "fi": "Ennen tätä pelattuja eriä: {number}.",
    },
    "seats-nothing": {
        "en": "the cards decide nothing", "sv": "korten avgör ingenting",
        "fi": "kortit eivät ratkaise mitään",
    },
    "seats-again": {
        "en": "must draw again: {who}", "sv": "måste dra om: {who}",
        "fi": "vetävät uudelleen: {who}",
    },
    "seats-nobody-again": {
        "en": "nobody draws again", "sv": "ingen drar om", "fi": "kukaan ei vedä uudelleen",
    },
    "seats-order": {
        "en": "from first to last: {who}", "sv": "från första till sista: {who}",
        "fi": "järjestys ensimmäisestä viimeiseen: {who}",
    },
    "seats-partners": {
        "en": "partners: {who}", "sv": "partners: {who}", "fi": "pelitoverit: {who}",
    },
    "seats-first": {
        "en": "{who} plays first", "sv": "{who} spelar först", "fi": "pelin aloittaa {who}",
    },
    "then-hands": {
        "en": "hand of {who}: {cards}", "sv": "{who}:s hand: {cards}",
        "fi": "{who}:n käsi: {cards}",
    },
    "then-melds": {
        "en": "melds of side {who}: {cards}", "sv": "mälningar, sida {who}: {cards}",
        "fi": "puolueen {who} pöytäykset: {cards}",
    },
    "then-red_threes": {
        "en": "red threes of {who}: {cards}", "sv": "{who}:s röda treor: {cards}",
        "fi": "{who}:n punaiset kolmoset: {cards}",
    },
    "then-pile": {"en": "pile: {cards}", "sv": "hög: {cards}", "fi": "avopakka: {cards}"},
    "then-stock": {"en": "stock: {cards}", "sv": "talong: {cards}", "fi": "nostopakka: {cards}"},
    "then-solo": {
        "en": "{who} plays alone against the others", "sv": "{who} spelar ensam mot de andra",
        "fi": "{who} pelaa yksin muita vastaan",
    },
    "then-nobody-solo": {
        "en": "nobody plays alone against the others",
        "sv": "ingen spelar ensam mot de andra",
        "fi": "kukaan ei pelaa yksin muita vastaan",
    },
    "then-turn": {"en": "in turn: {who}", "sv": "i tur: {who}", "fi": "vuorossa: {who}"},
    "then-minimum": {
        "en": "minimum of side {who}: {points}", "sv": "minimipoäng, sida {who}: {points}",
        "fi": "puolueen {who} minimipisteet: {points}",
    },
    "count-of": {
        "en": "Count of side {side}", "sv": "Räkning, sida {side}",
        "fi": "Puolueen {side} laskelma",
    },
    "total": {"en": "total", "sv": "summa", "fi": "yhteensä"},
    "points": {"en": "points", "sv": "poäng", "fi": "pistettä"},
    "line-natural-canasta": {
        "en": "natural canastas", "sv": "naturliga canastor", "fi": "puhtaat kanastat",
    },
    "line-mixed-canasta": {"en": "mixed canastas", "sv": "blandade canastor", "fi": "sekakanastat"},
    "line-sequence": {
        "en": "finished sequences", "sv": "färdiga sekvenser", "fi": "valmiit värisarjat",
    },
    "line-red-threes": {"en": "red threes", "sv": "röda treor", "fi": "punaiset kolmoset"},
    "line-red-threes-kept": {
        "en": "red threes kept in hand", "sv": "röda treor kvar på handen",
        "fi": "käteen jääneet punaiset kolmoset",
    },
    "line-going-out": {"en": "going out", "sv": "utgång", "fi": "lopettaminen"},
    "line-going-out-concealed": {
        "en": "going out concealed", "sv": "utgång direkt", "fi": "suora lopetus",
    },
    "line-melded-cards": {"en": "melded cards", "sv": "mälda kort", "fi": "pöydätyt kortit"},
    "line-cards-in-hand": {
        "en": "cards left in hand", "sv": "kort kvar på handen", "fi": "käteen jääneet kortit",
    },
    # rulings
    "rulings-about": {
        "en": "Where the text contradicts itself, is silent, or can be read in more than one way, "
        "a ruling says what holds here and why. A program may follow another reading if it says "
        "so, and is then judged by that one.",
        "sv": "Där texten säger emot sig själv, tiger eller kan läsas på mer än ett sätt anger "
        "ett avgörande vad som gäller här och varför. Ett program får följa en annan läsart om "
        "det anger det, och bedöms då efter den.",
        "fi": "Missä teksti on ristiriidassa itsensä kanssa, vaikenee tai on ymmärrettävissä "
        "useammalla tavalla, ratkaisu kertoo, mikä tässä pätee ja miksi. Ohjelma saa noudattaa "
        "muuta tulkintaa, jos se ilmoittaa sen, ja silloin sitä arvioidaan sen mukaan.",
    },
    "contradiction": {"en": "contradiction", "sv": "motsägelse", "fi": "ristiriita"},
    "ambiguity": {"en": "ambiguity", "sv": "tvetydighet", "fi": "monitulkintaisuus"},
    "defect": {"en": "defect in the text", "sv": "fel i texten", "fi": "virhe tekstissä"},
    "gap-type": {"en": "gap", "sv": "lucka", "fi": "aukko"},
    "what-text-says": {
        "en": "What the text says", "sv": "Vad texten säger", "fi": "Mitä teksti sanoo",
    },
    "readings": {"en": "Readings", "sv": "Läsarter", "fi": "Tulkinnat"},
    "adopted": {"en": "adopted", "sv": "gäller", "fi": "noudatetaan"},
    "what-holds": {"en": "What holds", "sv": "Vad som gäller", "fi": "Mikä pätee"},
    "reason": {"en": "Why", "sv": "Varför", "fi": "Miksi"},
    "shown-by": {"en": "Shown by", "sv": "Visas av", "fi": "Näkyy tilanteissa"},
    "one-outcome": {
        "en": "Nothing to run apart:", "sv": "Inget att köra var för sig:",
        "fi": "Erikseen ajettavaa ei ole:",
    },
    # parameters, coverage, glossary, refusals
    "parameters-about": {
        "en": "Every figure and choice of the ruleset, and the clause or ruling that sets it.",
        "sv": "Varje tal och varje val i regelverket, och den punkt eller det avgörande som "
        "bestämmer det.",
        "fi": "Sääntöjoukon kaikki luvut ja valinnat sekä se kohta tai ratkaisu, joka ne määrää.",
    },
    "parameter": {"en": "Parameter", "sv": "Parameter", "fi": "Parametri"},
    "meaning": {"en": "Meaning", "sv": "Betydelse", "fi": "Merkitys"},
    "value": {"en": "Value", "sv": "Värde", "fi": "Arvo"},
    "set-by": {"en": "Set by", "sv": "Enligt", "fi": "Peruste"},
    "yes": {"en": "yes", "sv": "ja", "fi": "kyllä"},
    "no": {"en": "no", "sv": "nej", "fi": "ei"},
    "no-value": {"en": "no such rule", "sv": "regeln finns inte", "fi": "sääntöä ei ole"},
    "players": {"en": "{n} players", "sv": "{n} spelare", "fi": "{n} pelaajaa"},
    "version": {"en": "version {version}", "sv": "version {version}", "fi": "versio {version}"},
    "differences-about": {
        "en": "The same questions, answered by each law: every figure and choice in which they "
        "differ, the clause or ruling that sets it, and the positions that make the difference "
        "visible, played with the same acts under each law. Beside the values listed here the "
        "laws agree.",
        "sv": "Samma frågor, besvarade av varje lag: alla tal och val där de skiljer sig, den "
        "punkt eller det avgörande som bestämmer dem, och de lägen som gör skillnaden synlig, "
        "spelade med samma handlingar efter varje lag. I allt annat stämmer regelverken överens.",
        "fi": "Samat kysymykset ja kummankin sääntöjoukon vastaus: kaikki luvut ja valinnat, "
        "joissa ne eroavat, kohta tai ratkaisu, joka ne määrää, sekä asemat, joissa ero näkyy, "
        "kun samat teot tehdään kummankin mukaan. Kaikessa muussa parametrit ovat samat.",
    },
    "unseen": {
        "en": "No position shows it:", "sv": "Inget läge visar det:",
        "fi": "Mikään asema ei näytä sitä:",
    },
    "unwitnessed": {
        "en": "No position shows this difference yet.", "sv": "Inget läge visar skillnaden ännu.",
        "fi": "Mikään asema ei vielä näytä eroa.",
    },
    "coverage-about": {
        "en": "Every clause of the text, and the scenarios that show it: those in which something "
        "is allowed, those in which something is refused, those at a boundary. A clause without "
        "scenarios says why.",
        "sv": "Varje punkt i texten och de scenarier som visar den: de där något är tillåtet, de "
        "där något nekas och de vid en gräns. För en punkt utan scenarier anges varför.",
        "fi": "Tekstin jokainen kohta ja sitä näyttävät skenaariot: ne, joissa jokin on sallittu, "
        "ne, joissa jokin hylätään, ja ne, jotka ovat rajalla. Jos kohdalla ei ole skenaarioita, "
        "syy kerrotaan.",
    },
    "state": {"en": "State", "sv": "Läge", "fi": "Tila"},
    "state-tested": {"en": "tested", "sv": "prövad", "fi": "testattu"},
    "state-gap": {"en": "open", "sv": "öppen", "fi": "avoin"},
    "state-later": {"en": "later", "sv": "senare", "fi": "myöhemmin"},
    "state-by": {"en": "by other clauses", "sv": "av andra punkter", "fi": "muissa kohdissa"},
    "state-heading": {"en": "heading", "sv": "rubrik", "fi": "otsikko"},
    "state-advice": {"en": "advice", "sv": "råd", "fi": "neuvo"},
    "state-not-testable": {"en": "not testable", "sv": "kan inte prövas", "fi": "ei testattavissa"},
    "state-count": {"en": "Clauses", "sv": "Punkter", "fi": "Kohtia"},
    "allowing": {"en": "Allowed", "sv": "Tillåter", "fi": "Sallii"},
    "refusing": {"en": "Refused", "sv": "Nekar", "fi": "Hylkää"},
    "bounding": {"en": "Boundary", "sv": "Gräns", "fi": "Raja"},
    "glossary-about": {
        "en": "The words of the laws. Wherever a clause uses one it leads here.",
        "sv": "Lagarnas ord. Där en punkt använder ett av dem leder det hit.",
        "fi": "Sääntöjen sanat. Missä kohta käyttää jotakin niistä, se johtaa tänne.",
    },
    "used-in": {"en": "Used in", "sv": "Används i", "fi": "Käytetään kohdissa"},
    "in-other": {"en": "In other languages", "sv": "På andra språk", "fi": "Muilla kielillä"},
    "refusals-about": {
        "en": "A refusal carries one of these codes. The parameters it reads lead to the clause "
        "it rests on.",
        "sv": "Varje avslag har en av dessa koder. Parametrarna koden läser leder till den punkt "
        "den vilar på.",
        "fi": "Jokaisella hylkäyksellä on jokin näistä koodeista. Koodin lukemat parametrit "
        "johtavat kohtaan, johon se perustuu.",
    },
    "code": {"en": "Code", "sv": "Kod", "fi": "Koodi"},
    "says": {"en": "Says", "sv": "Säger", "fi": "Sanoo"},
    "reads": {"en": "Reads", "sv": "Läser", "fi": "Lukee"},
    "physical": {
        "en": "(the cards themselves do not allow it)", "sv": "(korten själva tillåter det inte)",
        "fi": "(kortit itse eivät salli sitä)",
    },
    "list-sep": {"en": ", ", "sv": ", ", "fi": ", "},
    # groups of parameters
    "group-match": {"en": "The game", "sv": "Partiet", "fi": "Peli"},
    "group-seats": {
        "en": "Players and seats", "sv": "Spelare och platser", "fi": "Pelaajat ja paikat",
    },
    "group-solo": {
        "en": "One against the others", "sv": "En mot de andra", "fi": "Yksi muita vastaan",
    },
    "group-deck": {"en": "Packs", "sv": "Kortlekar", "fi": "Korttipakat"},
    "group-deal": {"en": "The deal", "sv": "Given", "fi": "Jako"},
    "group-turn": {"en": "The turn", "sv": "Turen", "fi": "Vuoro"},
    "group-draw": {"en": "Drawing", "sv": "Dragning", "fi": "Nosto"},
    "group-set": {"en": "Sets", "sv": "Kombinationer", "fi": "Korttiryhmät"},
    "group-sequence": {"en": "Sequences", "sv": "Sekvenser", "fi": "Värisarjat"},
    "group-black_threes": {"en": "Black threes", "sv": "Svarta treor", "fi": "Mustat kolmoset"},
    "group-opening": {"en": "The initial meld", "sv": "Den första mälningen", "fi": "Avauspöytäys"},
    "group-pile": {"en": "The discard pile", "sv": "Högen", "fi": "Avopakka"},
    "group-red_threes": {"en": "Red threes", "sv": "Röda treor", "fi": "Punaiset kolmoset"},
    "group-out": {"en": "Going out", "sv": "Utgång", "fi": "Lopettaminen"},
    "group-stock_end": {
        "en": "The end of the stock", "sv": "När talongen tar slut", "fi": "Nostopakan loppuminen",
    },
    "group-card": {"en": "Card values", "sv": "Kortvärden", "fi": "Korttien pistearvot"},
    "group-bonus": {"en": "Bonuses", "sv": "Bonus", "fi": "Hyvityspisteet"},
    "group-information": {"en": "Information", "sv": "Upplysningar", "fi": "Tiedot"},
    "group-score": {"en": "The count", "sv": "Räkningen", "fi": "Laskeminen"},
    # faults
    "faults": {"en": "Faults", "sv": "Fel", "fi": "Virheet"},
    "faults-about": {
        "en": (
            "What can go wrong at the table, and what each law makes of it: noticed when, "
            "what follows, by which clause."
        ),
        "sv": (
            "Vad som kan gå fel vid bordet och vad varje lag säger om det: när det "
            "uppmärksammas, vad som följer, enligt vilken punkt."
        ),
        "fi": (
            "Mitä pöydässä voi mennä vikaan ja mitä kumpikin laki siitä sanoo: milloin "
            "huomataan, mitä seuraa, minkä kohdan mukaan."
        ),
    },
    "fault": {"en": "Fault", "sv": "Fel", "fi": "Virhe"},
    "noticed": {"en": "Noticed", "sv": "Uppmärksammas", "fi": "Huomataan"},
    "what-follows": {"en": "What follows", "sv": "Vad som följer", "fi": "Mitä seuraa"},
    "by-clause": {"en": "By", "sv": "Enligt", "fi": "Kohta"},
    "fault-silent": {
        "en": "This law says nothing of it.",
        "sv": "Den här lagen säger inget om det.",
        "fi": "Nämä säännöt eivät puhu siitä.",
    },
    "fault-written": {"en": "In a scenario", "sv": "I ett scenario", "fi": "Skenaariossa"},
    "time-dealing": {
        "en": "while the cards are dealt",
        "sv": "medan korten ges",
        "fi": "jaon aikana",
    },
    "time-before-play": {
        "en": "before play has begun",
        "sv": "innan spelet har börjat",
        "fi": "ennen pelin alkua",
    },
    "time-play-begun": {
        "en": "after play has begun",
        "sv": "sedan spelet har börjat",
        "fi": "pelin alettua",
    },
    "time-first-round": {
        "en": "in the first round",
        "sv": "under första omgången",
        "fi": "ensimmäisellä kierroksella",
    },
    "time-after-first-round": {
        "en": "after the first round",
        "sv": "efter första omgången",
        "fi": "ensimmäisen kierroksen jälkeen",
    },
    "time-own-turn": {"en": "in the same turn", "sv": "under samma tur", "fi": "samalla vuorolla"},
    "time-before-next": {
        "en": "after the turn, before the next player has acted",
        "sv": "efter turen, innan nästa spelare har agerat",
        "fi": "vuoron jälkeen, ennen kuin seuraava on pelannut",
    },
    "time-after-next": {
        "en": "after the next player has drawn or laid cards to take the pile",
        "sv": "sedan nästa spelare har dragit eller lagt ut kort för att ta högen",
        "fi": "kun seuraava on nostanut tai pöydännyt ottaakseen avopakan",
    },
    "time-any-time": {
        "en": "at any time in the deal",
        "sv": "när som helst under given",
        "fi": "milloin tahansa erän aikana",
    },
    "time-deal-over": {
        "en": "when the deal is over",
        "sv": "när given är slut",
        "fi": "erän päätyttyä",
    },
    "chapter-before-play": {"en": "Before play", "sv": "Före spelet", "fi": "Ennen peliä"},
    "chapter-drawing": {
        "en": "Drawing from the stock",
        "sv": "Dragning från talongen",
        "fi": "Nosto nostopakasta",
    },
    "chapter-pile": {"en": "The discard pile", "sv": "Högen", "fi": "Avopakka"},
    "chapter-melding": {"en": "Melds", "sv": "Mälningar", "fi": "Pöytäykset"},
    "chapter-leave": {"en": "Leave to go out", "sv": "Fråga om utgång", "fi": "Lopettamislupa"},
    "chapter-discarding": {"en": "Discards", "sv": "Sakningar", "fi": "Heitot"},
    "chapter-showing": {"en": "Cards shown", "sv": "Visade kort", "fi": "Näytetyt kortit"},
    "chapter-red-threes": {"en": "Red threes", "sv": "Röda treor", "fi": "Punaiset kolmoset"},
    "chapter-conduct": {"en": "Conduct", "sv": "Uppträdande", "fi": "Käytös"},
    "chapter-counting": {"en": "At the count", "sv": "Vid räkningen", "fi": "Laskettaessa"},
    "act-fault": {
        "en": "{who}: {what}{cards}",
        "sv": "{who}: {what}{cards}",
        "fi": "{who}: {what}{cards}",
    },
    "act-notice": {
        "en": "{who} points out: {what}",
        "sv": "{who} påpekar: {what}",
        "fi": "{who} huomauttaa: {what}",
    },
    "act-choose": {
        "en": "{who} chooses: {what}{cards}",
        "sv": "{who} väljer: {what}{cards}",
        "fi": "{who} valitsee: {what}{cards}",
    },
    "act-shuffle": {
        "en": "{who} has the stock shuffled; on top then: {cards}",
        "sv": "{who} låter blanda talongen; överst sedan: {cards}",
        "fi": "{who} sekoituttaa nostopakan; päällimmäisinä sitten: {cards}",
    },
    "act-inspect": {
        "en": "{who} calls for an inspection of the opening",
        "sv": "{who} begär granskning av öppningen",
        "fi": "{who} vaatii avauksen tarkastusta",
    },
    "act-finish_deal": {
        "en": "{who} completes the deal",
        "sv": "{who} avslutar given",
        "fi": "{who} saattaa jaon loppuun",
    },
    "act-question": {
        "en": "{who} asks for {what}",
        "sv": "{who} frågar efter {what}",
        "fi": "{who} kysyy: {what}",
    },
    "act-tell": {
        "en": "{who} says: {what}",
        "sv": "{who} säger: {what}",
        "fi": "{who} sanoo: {what}",
    },
    "question-minimum": {"en": "the minimum", "sv": "minimipoängen", "fi": "avausvaatimus"},
    "question-scores": {"en": "the score", "sv": "ställningen", "fi": "pistetilanne"},
    "question-hand": {
        "en": "the number of cards of {of}",
        "sv": "antalet kort hos {of}",
        "fi": "pelaajan {of} korttien määrä",
    },
    "question-stock": {
        "en": "the number of cards in the stock",
        "sv": "antalet kort i talongen",
        "fi": "nostopakan korttien määrä",
    },
    "question-pile": {
        "en": "a look through the pile",
        "sv": "att få undersöka högen",
        "fi": "saako avopakan tutkia",
    },
    "question-replaced": {
        "en": "whether {of} has replaced a red three",
        "sv": "om {of} har ersatt en röd trea",
        "fi": "onko {of} korvannut punaisen kolmosen",
    },
    "question-meld": {
        "en": "a look through the meld {of}",
        "sv": "att få granska mälningen {of}",
        "fi": "saako pöytäyksen {of} tarkastaa",
    },
    "tell-one-card": {"en": "one card left", "sv": "ett kort kvar", "fi": "yksi kortti jäljellä"},
    "tell-minimum": {"en": "the minimum", "sv": "minimipoängen", "fi": "avausvaatimus"},
    "tell-rest-of-pile": {
        "en": "the rest of the pile is to be taken up",
        "sv": "resten av högen ska tas upp",
        "fi": "muutkin avopakan kortit on otettava",
    },
    "tell-sixth-card": {
        "en": "the sixth card lies crosswise",
        "sv": "det sjätte kortet ligger på tvären",
        "fi": "kuudes kortti on poikittain",
    },
    "answered": {"en": "answered: {what}", "sv": "svaret: {what}", "fi": "vastaus: {what}"},
    "answer-yes": {"en": "yes", "sv": "ja", "fi": "kyllä"},
    "answer-no": {"en": "no", "sv": "nej", "fi": "ei"},
    "choice-take-back": {"en": "take back", "sv": "ta tillbaka", "fi": "ottaa takaisin"},
    "choice-take-cards": {"en": "take the cards", "sv": "ta korten", "fi": "ottaa kortit"},
    "choice-shuffle": {
        "en": "have the stock shuffled",
        "sv": "låta blanda talongen",
        "fi": "sekoituttaa nostopakan",
    },
    "choice-take-rest": {"en": "take the rest", "sv": "ta resten", "fi": "ottaa loput"},
    "choice-leave-rest": {"en": "leave the rest", "sv": "låta resten ligga", "fi": "jättää loput"},
    "choice-stays": {
        "en": "this card stays",
        "sv": "detta kort ligger kvar",
        "fi": "tämä kortti jää",
    },
    "choice-go-out": {"en": "he must go out", "sv": "han ska gå ut", "fi": "on lopetettava"},
    "choice-not-go-out": {
        "en": "he must not go out",
        "sv": "han får inte gå ut",
        "fi": "ei saa lopettaa",
    },
    "choice-take-up": {"en": "take up", "sv": "ta upp", "fi": "ottaa käteen"},
    "choice-put-back": {"en": "put back", "sv": "lägga tillbaka", "fi": "panna takaisin"},
    "then-penalty_cards": {
        "en": "penalty cards of {who}: {cards}",
        "sv": "straffkort hos {who}: {cards}",
        "fi": "rangaistuskortit, {who}: {cards}",
    },
    "then-lying": {
        "en": "lying without being melded, {who}: {cards}",
        "sv": "ligger utan att vara mälda, {who}: {cards}",
        "fi": "pöydällä pöytäämättöminä, {who}: {cards}",
    },
    "then-apart": {
        "en": "held apart by {who}: {cards}",
        "sv": "hålls för sig av {who}: {cards}",
        "fi": "erillään, {who}: {cards}",
    },
    "then-penalties": {
        "en": "penalty points of side {who}: {points}",
        "sv": "straffpoäng för sida {who}: {points}",
        "fi": "rangaistuspisteet, puolue {who}: {points}",
    },
    "then-to_act": {"en": "to act: {who}", "sv": "ska agera: {who}", "fi": "toimii: {who}"},
    "then-choices": {
        "en": "to choose from: {what}",
        "sv": "att välja på: {what}",
        "fi": "valittavana: {what}",
    },
    "then-duties": {
        "en": "duties of {who}: {what}",
        "sv": "skyldigheter för {who}: {what}",
        "fi": "velvollisuudet, {who}: {what}",
    },
    "then-deals_next": {
        "en": "deals next: {who}",
        "sv": "ger nästa gång: {who}",
        "fi": "seuraava jakaja: {who}",
    },
    "then-warned": {"en": "warned: {what}", "sv": "varnade: {what}", "fi": "huomautettu: {what}"},
    "then-game": {
        "en": "the game is lost; won by side {who}",
        "sv": "partiet är förlorat; sida {who} vinner",
        "fi": "peli on menetetty; voittaja puolue {who}",
    },
    "then-sheet-corrected": {
        "en": "the sheet is put right",
        "sv": "protokollet rättas",
        "fi": "pöytäkirja oikaistaan",
    },
    "then-sheet-stands": {
        "en": "the sheet stands",
        "sv": "protokollet gäller",
        "fi": "pöytäkirja pysyy",
    },
    "nothing-at-all": {"en": "none", "sv": "inga", "fi": "ei mitään"},
    "duty-no-draw": {"en": "no draw", "sv": "ingen dragning", "fi": "ei nostoa"},
    "duty-no-meld": {"en": "no meld", "sv": "ingen mälning", "fi": "ei pöytäystä"},
    "duty-stock-only": {
        "en": "only from the stock",
        "sv": "endast från talongen",
        "fi": "vain nostopakasta",
    },
    "duty-pile-only": {"en": "only the pile", "sv": "endast högen", "fi": "vain avopakka"},
    "duty-play-cards": {
        "en": "meld or discard the cards handed over",
        "sv": "mäla eller saka de överlämnade korten",
        "fi": "pöytää tai heittää annetut kortit",
    },
    "duty-meld-lying": {
        "en": "meld what lies there",
        "sv": "mäla det som ligger där",
        "fi": "pöytää pöydällä olevat",
    },
    "duty-no-concealed-discard": {
        "en": "out concealed only without a discard",
        "sv": "gå ut direkt bara utan sakning",
        "fi": "suora lopetus vain heittämättä",
    },
    "duty-discard-this": {
        "en": "discard the same card",
        "sv": "saka samma kort",
        "fi": "heittää sama kortti",
    },
    "ended-void": {
        "en": "the cards are dealt anew",
        "sv": "korten ges om",
        "fi": "kortit jaetaan uudelleen",
    },
    "ended-forfeit": {
        "en": "lost for the conduct of the side",
        "sv": "förlorad på grund av sidans uppträdande",
        "fi": "menetetty puolueen käytöksen vuoksi",
    },
    "event-took-back": {
        "en": "{who} takes back {cards}",
        "sv": "{who} tar tillbaka {cards}",
        "fi": "{who} ottaa takaisin {cards}",
    },
    "event-laid-wrongly": {
        "en": "{who} lays {cards}",
        "sv": "{who} lägger ut {cards}",
        "fi": "{who} laskee pöytään {cards}",
    },
    "event-not-melded": {
        "en": "not melded: {cards}",
        "sv": "inte mälda: {cards}",
        "fi": "pöytäämättä: {cards}",
    },
    "event-exposed": {
        "en": "{cards} shown by {who}",
        "sv": "{who} har visat {cards}",
        "fi": "{who} näytti: {cards}",
    },
    "event-penalty-cards": {
        "en": "penalty cards of {who}: {cards}",
        "sv": "straffkort hos {who}: {cards}",
        "fi": "rangaistuskortit, {who}: {cards}",
    },
    "event-shown": {
        "en": "shown to all: {cards}",
        "sv": "visas för alla: {cards}",
        "fi": "näytetään kaikille: {cards}",
    },
    "event-shuffled": {
        "en": "the stock is shuffled",
        "sv": "talongen blandas",
        "fi": "nostopakka sekoitetaan",
    },
    "event-pile-restored": {
        "en": "the pile is restored",
        "sv": "högen återställs",
        "fi": "avopakka palautetaan",
    },
    "event-void": {
        "en": "the cards are dealt anew",
        "sv": "korten ges om",
        "fi": "kortit jaetaan uudelleen",
    },
    "event-warned": {
        "en": "the side of {who} is warned",
        "sv": "sidan för {who} varnas",
        "fi": "pelaajan {who} puoluetta huomautetaan",
    },
    "event-forfeited": {
        "en": "the side of {who} has lost",
        "sv": "sidan för {who} har förlorat",
        "fi": "pelaajan {who} puolue on hävinnyt",
    },
    "event-touched": {
        "en": "{who} has chosen where to draw",
        "sv": "{who} har valt var han drar",
        "fi": "{who} on valinnut pakan",
    },
    "event-inspected": {
        "en": "the cards of {who} are inspected",
        "sv": "korten hos {who} granskas",
        "fi": "pelaajan {who} kortit tarkastetaan",
    },
    "event-withdrew": {
        "en": "{who} takes the question back",
        "sv": "{who} tar tillbaka frågan",
        "fi": "{who} peruu kysymyksen",
    },
    "event-put-right": {
        "en": "{who} puts it right",
        "sv": "{who} rättar det",
        "fi": "{who} oikaisee sen",
    },
    "event-told": {
        "en": "{who} has said it",
        "sv": "{who} har sagt det",
        "fi": "{who} on sanonut sen",
    },
    "line-penalties": {"en": "Penalty points", "sv": "Straffpoäng", "fi": "Rangaistuspisteet"},
    "line-forfeit": {"en": "Credit", "sv": "Gottgörelse", "fi": "Hyvitys"},
    "group-faults": {"en": "The law of faults", "sv": "Lagen om fel", "fi": "Virheiden säännöt"},
    "group-misdeal": {"en": "Misdeals", "sv": "Fel i given", "fi": "Virheet jaossa"},
    "group-stock_faults": {
        "en": "Faults in drawing",
        "sv": "Fel vid dragning",
        "fi": "Virheet nostossa",
    },
    "group-pile_faults": {
        "en": "Faults with the pile",
        "sv": "Fel med högen",
        "fi": "Virheet avopakan otossa",
    },
    "group-meld_faults": {
        "en": "Faulty melds",
        "sv": "Felaktiga mälningar",
        "fi": "Virheelliset pöytäykset",
    },
    "group-discard_faults": {
        "en": "Faulty discards",
        "sv": "Felaktiga sakningar",
        "fi": "Virheelliset heitot",
    },
    "group-exposed": {"en": "Penalty cards", "sv": "Straffkort", "fi": "Rangaistuskortit"},
    "group-leave": {"en": "Leave to go out", "sv": "Fråga om utgång", "fi": "Lopettamislupa"},
    "group-late_red_three": {
        "en": "Forgotten red threes",
        "sv": "Glömda röda treor",
        "fi": "Unohtuneet punaiset kolmoset",
    },
    "group-conduct": {"en": "Conduct", "sv": "Uppträdande", "fi": "Käytös"},
    "group-count_faults": {
        "en": "Faults at the count",
        "sv": "Fel vid räkningen",
        "fi": "Virheet laskettaessa",
    },
    "sheet-arithmetic": {
        "en": "An error of arithmetic is found",
        "sv": "Ett räknefel upptäcks",
        "fi": "Huomataan laskuvirhe",
    },
    "sheet-count": {
        "en": "Points were written down wrongly",
        "sv": "Poäng har skrivits upp fel",
        "fi": "Pisteet on kirjattu väärin",
    },
    "sheet-sheets-differ": {
        "en": "Two score sheets differ",
        "sv": "Två protokoll skiljer sig",
        "fi": "Kaksi pöytäkirjaa eroaa",
    },
    "sheet-before-next-deal": {
        "en": "before the next deal.",
        "sv": "före nästa giv.",
        "fi": "ennen seuraavaa jakoa.",
    },
    "sheet-next-deal": {
        "en": "after the next cards have been dealt.",
        "sv": "sedan nästa kort har givits.",
        "fi": "kun seuraavat kortit on jaettu.",
    },
    "sheet-lacks": {"en": "Points lacking", "sv": "Saknade poäng", "fi": "Puuttuvat pisteet"},
}  # fmt: skip


class Words:
    """The words of one language. ``w("tested", n=3)`` gives a text with its blanks filled."""

    def __init__(
        self, language: str, faults: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"the site has no language {language!r}: {', '.join(LANGUAGES)}")
        self.language = language
        self._faults = faults or {}

    def fault(self, kind: str) -> str:
        """The name of a kind of fault."""
        return self.of(self._faults.get(kind, {})) or kind

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
