"""Tasks of our own whose readings are kept beside the weights: the adapter's tests compare themselves with them."""

COAST = (
    "Pell Light stands on the northern mole. It was built of grey granite in 1859, after the wreck of the Corrida, and "
    "is 31 metres high. Ines Vane has kept it since 2019; before her it was Tomas Reyl, who retired at the age of 74. "
    "The lamp burned whale oil until 1902 and has been electric since."
)
FERRY = (
    "The ferry leaves Pell at 07:40 and returns at 18:15. A single passage costs four wicks, a return seven. Dogs travel "
    "free of charge, but bicycles are not taken aboard in winter."
)
ABROAD = (
    "Im Café „Élan“ an der Grünen Straße führt Zoë Müller-Łuk seit 1987 das Gästebuch. 😀 灯塔守护者在暴风雨之夜点燃了灯。 "
    "The guest book was bound by na\u0308ive monks of Saint-Étienne 👩‍👩‍👧‍👦 in 𝔐ünster."
)
TABLE = (
    "| Item | Price | Weight |\n|---|---|---|\n| Fenwort cordial, phial | 9 wicks | 0.2 kg |\n| Storm lantern | 40 wicks | 2.5 kg |"
)

#: (question, title and headings, passage)
TASKS = [
    ("Who keeps Pell Light?", "The coast › Lights", COAST),
    ("In which year was the lighthouse at Pell built?", "The coast › Lights", COAST),
    ("How much does it cost to paint the lighthouse?", "The coast › Lights", COAST),
    ("When does the ferry return?", "Getting there", FERRY),
    ("Are dogs allowed on the ferry?", "Getting there", FERRY),
    ("who bound the guest book", "", ABROAD),
    ("Seit wann führt Zoë Müller-Łuk das Gästebuch?", "Élan › Gästebuch", ABROAD),
    ("What does a storm lantern weigh?", "Prices", TABLE),
    (
        "Considering everything that has been said about the northern mole, the wreck of the Corrida, the granite, the oil, "
        "the electric lamp and all those who have ever kept it, and leaving aside what is said of ferries, guest books and "
        "prices, who was it that kept the light before Ines Vane?",
        "A very long title about the history of the coast and of its many lights › and a heading that is quite as long as that › Lights",
        COAST,
    ),
    ("Who kept the light before Ines Vane?", "The coast › Lights", " \n".join([FERRY, COAST])),
]
