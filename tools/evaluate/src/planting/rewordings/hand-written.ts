/**
 * Sentences of the sample domain with what we made of them by hand: the same content, hardly a word in its old place. No rule
 * makes such rewordings, and no planted error is easy to see beside its source in them.
 */
export const HAND_WRITTEN: ReadonlyMap<string, string> = new Map([
  [
    'Sister Ambry Fell runs the infirmary of the Tidehouse.',
    'At the Tidehouse, the infirmary is in the charge of Sister Ambry Fell.',
  ],
  [
    'Ambry Fell treated 212 patients and lost nine.',
    'Of the 212 patients whom Ambry Fell looked after, nine did not live.',
  ],
  [
    'She swears in the dialect of Skerrow, where her mother salted herring.',
    'Her oaths are those of Skerrow, the place where her mother was a salter of herring.',
  ],
  ["Ambry Fell taught Tamsin's son Pim to read.", "Tamsin's son Pim learned to read from Ambry Fell."],
  [
    'Bettany Roe is the landlady of the Drowned Heron on the Ropewalk.',
    'The Drowned Heron, a house on the Ropewalk, has Bettany Roe for its landlady.',
  ],
  [
    'Bettany Roe inherited the Drowned Heron in 393 from an aunt, Dorcas Roe, together with a debt of 70 beacons.',
    'When her aunt Dorcas Roe left her the Drowned Heron in 393, a debt of 70 beacons came to Bettany Roe along with it.',
  ],
  ['The debt was paid off in nine years.', 'It took nine years until nothing of the debt was left to pay.'],
  [
    'The yearly ground rent of 4 beacons goes to the Leadline Guild, which owns the whole western side of the Ropewalk.',
    "Each year 4 beacons of ground rent are due to the Leadline Guild, the owner of all of the Ropewalk's western side.",
  ],
  [
    "Her younger sister, Hanne Roe, keeps the Boiler's Rest in Brinehollow.",
    "The Boiler's Rest in Brinehollow is in the hands of Hanne Roe, her younger sister.",
  ],
  [
    'She dislikes Maud Thule, whose company rents half the cellar and pays late.',
    'Maud Thule, whose company has half of the cellar and is slow with the rent, is not to her liking.',
  ],
  [
    'She is 49 and was chosen in 405 after the death of Tidewarden Ossian Pryor.',
    'Chosen in 405, when Tidewarden Ossian Pryor had died, she is now 49.',
  ],
  [
    'A third of her family lies in the sealed chapel under Pell Sand.',
    'Under Pell Sand, in the sealed chapel, one in three of her family is at rest.',
  ],
  [
    'She has never signed a permit to dive there, although her predecessors signed four.',
    'While the Tidewardens before her signed four permits to dive there, she has never put her name to one.',
  ],
  [
    "Corin Ash has kept the lighthouse Widow's Eye on the Gannet Stair since 383.",
    "Widow's Eye, the lighthouse on the Gannet Stair, has been in the care of Corin Ash since 383.",
  ],
  [
    'He is 57, sparing with words and the author of a bird register that now fills fourteen volumes.',
    'At 57 he says little, and the bird register he writes has grown to fourteen volumes.',
  ],
  [
    'Black Corin took command in 404, when the former chief, Nan Scurrell, retired with a bad hip and a good pension.',
    'Nan Scurrell, chief until then, withdrew with a bad hip and a good pension in 404, and Black Corin took her place.',
  ],
  [
    'He forbade killing, lure-fires and the carrying of slaves, and threw one man overboard for breaking the second rule.',
    'Killing, lure-fires and slaves as cargo were banned by him, and a man who broke the second of these rules was thrown into the sea.',
  ],
  [
    'A run from Ostreach to Kettle Cove brings about 60 beacons.',
    'Sailing a load from Ostreach to Kettle Cove earns some 60 beacons.',
  ],
  [
    'Gaspard Wey sells the cargoes in Tallowgate and takes a fifth.',
    'In Tallowgate the cargoes are sold by Gaspard Wey, who keeps a fifth for himself.',
  ],
  [
    'Caul is 61 years old and has held stall 14 since 384.',
    "Stall 14 has been Caul's since 384; he is now 61 years old.",
  ],
  ['The licence costs him 12 beacons a year.', 'For the licence he has to find 12 beacons every year.'],
  [
    'His apprentice, Pim Aldery, was registered in 408.',
    'Pim Aldery is his apprentice, and has been on the register since 408.',
  ],
  [
    'In 409 Dorrin Caul bought the second copy of the Gannet Chart from the blind pilot Hask Ormund for 22 beacons.',
    'The second copy of the Gannet Chart passed in 409 from Hask Ormund, the blind pilot, to Dorrin Caul, who gave 22 beacons for it.',
  ],
  [
    'The Leadline Guild has offered 40 beacons for it and been refused twice.',
    'Two times the Leadline Guild has bid 40 beacons for it, and two times the answer was no.',
  ],
  ['He lends small sums without interest to widows.', 'Widows can borrow small amounts from him and owe no interest.'],
  [
    'Edda Marsh raised the price of grey salt from 6 to 7 scales in 409.',
    'Grey salt, at 6 scales before, has cost 7 since Edda Marsh put the price up in 409.',
  ],
  [
    'She paid for the new timber of Eel Bridge with her own money in 408.',
    'The timber with which Eel Bridge was renewed in 408 came out of her own purse.',
  ],
  [
    'She lends her carriage to Saltjudge Imre Doule, whose mother raked pans for her mother.',
    'Saltjudge Imre Doule, the son of a woman who raked pans for her mother, has the loan of her carriage.',
  ],
  [
    'Margravine Ederra Hollt rules the Lantern Coast from Hollt Keep in Mirren.',
    'From Hollt Keep in Mirren, the Lantern Coast is under the rule of Margravine Ederra Hollt.',
  ],
  [
    'She is 41 and succeeded her father, Aldous Hollt, in 396.',
    'Aged 41, she followed Aldous Hollt, her father, in 396.',
  ],
  [
    'The claim failed after eleven days when Marshal Ottoline Brake closed the gates on him.',
    'Eleven days later the claim came to nothing, as Marshal Ottoline Brake had the gates shut against him.',
  ],
  [
    'Garrick Hollt has lived in exile at the court of Ostreach ever since.',
    "Ever since then the court of Ostreach has been the place of Garrick Hollt's exile.",
  ],
  [
    'Ederra Hollt is the widow of Lucan Ferrars, who died of fen fever in 407.',
    'Lucan Ferrars, the late husband of Ederra Hollt, was carried off by fen fever in 407.',
  ],
  [
    'She reduced the wine duty from twelve to nine in the hundred in 403.',
    'In 403 she brought the duty on wine down to nine in the hundred, where it had been twelve.',
  ],
  [
    'Gaspard Wey pays a third of the value for stolen plate and half for spirits.',
    'For stolen plate Gaspard Wey gives a third of what it is worth, and for spirits half.',
  ],
  [
    'Harl Tunny is captain of the Lantern Watch of Tallowgate.',
    'The Lantern Watch of Tallowgate has Harl Tunny as its captain.',
  ],
  [
    'Harl Tunny has sought Kettle Cove for nine years.',
    'For nine years now, Harl Tunny has been looking for Kettle Cove.',
  ],
  [
    'The reward of 30 beacons for a guide comes out of his own pocket.',
    'He himself would pay the 30 beacons that are promised to a guide.',
  ],
  [
    'Harl Tunny once arrested Jory Hext for brawling and released him the same evening against 10 wicks.',
    'Jory Hext was once taken in by Harl Tunny for brawling, and let go that same evening on payment of 10 wicks.',
  ],
  [
    'He was born in 360 in the hamlet of Greywater and is 52 years old.',
    'Born in Greywater, a hamlet, in 360, he is now 52 years of age.',
  ],
  ['He clung to a hatch cover for six hours.', 'A hatch cover kept him afloat while he held on to it for six hours.'],
  ['Hask Ormund was admitted to the guild in 382.', 'The guild took Hask Ormund in during the year 382.'],
  [
    'Hask Ormund lost his sight in 401, when the oil store of Tallow Light exploded.',
    "The explosion of Tallow Light's oil store in 401 left Hask Ormund blind.",
  ],
  [
    'The company pays him 2 beacons a month and has never admitted fault.',
    'Every month he gets 2 beacons from the company, which has never owned up to any fault.',
  ],
  ['Imre Doule is the Saltjudge of the Lantern Coast.', 'The Lantern Coast has Imre Doule for its Saltjudge.'],
  [
    'He has given 4,117 judgements, of which nine have been overturned on appeal.',
    'Of the 4,117 judgements that he has delivered, appeals have upset nine.',
  ],
  [
    'He rules within three days of the last witness.',
    'Once the last witness is heard, his ruling comes in no more than three days.',
  ],
  [
    'Joram Thule has been guildmaster of the Leadline Guild since 398.',
    'Since 398 the Leadline Guild has had Joram Thule at its head as guildmaster.',
  ],
  [
    'His election in 398 was won by 33 votes to 30.',
    'In the election of 398 there were 33 votes for him and 30 against.',
  ],
  [
    'Linnet Sey is a singer and composer of ballads who lives in the attic of the Drowned Heron.',
    'The attic of the Drowned Heron is the home of Linnet Sey, who writes ballads and sings.',
  ],
  [
    'Cosmo Vantry of the Gilded Eel owes Ludo Pask 220 beacons.',
    'Ludo Pask is waiting for 220 beacons from Cosmo Vantry of the Gilded Eel.',
  ],
  [
    "Ludo Pask's grandfather, Basil Pask, lent 900 beacons to the parish of Old Pell in 347.",
    'In 347 the parish of Old Pell got a loan of 900 beacons from Basil Pask, the grandfather of Ludo Pask.',
  ],
  ['He has asked four times to see the ledger.', 'On four occasions he has wanted to be shown the ledger.'],
  [
    'Maud Thule buys whale oil in Skerrow at 4 wicks a gallon and sells it at 9.',
    'A gallon of whale oil, for which Maud Thule gives 4 wicks in Skerrow, is sold by her at 9.',
  ],
  [
    'The Lantern Watch has fined her four times for storing oil below the tide line.',
    'Four times she has had to pay a fine to the Lantern Watch because oil of hers lay below the tide line.',
  ],
  [
    'Maud Thule lives at Snuffer House with 14 servants and a parrot, Ledger, that recites exchange rates.',
    'Snuffer House is home to Maud Thule, 14 servants and Ledger, a parrot that knows the exchange rates by heart.',
  ],
  [
    'Nils Okker signed with the Salt Board in 410.',
    'It was in 410 that Nils Okker put his name to the contract with the Salt Board.',
  ],
  [
    'The company receives 140 beacons a month, plus one tenth of the tolls.',
    'Besides a tenth of the tolls, 140 beacons are paid to the company each month.',
  ],
  [
    'A soldier who steals from a traveller pays back threefold and then walks the eleven miles of the Cinder Causeway barefoot.',
    'For theft from a traveller, a soldier gives back three times as much and has to go the eleven miles of the Cinder Causeway without shoes.',
  ],
  [
    'The Margravine may confirm, lessen or cancel a penalty but may not increase it.',
    'A penalty can be upheld, made lighter or struck out by the Margravine, but she may not make it heavier.',
  ],
  [
    'Hand in the manifest at the Customs House within four hours of mooring.',
    'The manifest has to be with the Customs House four hours after mooring, or sooner.',
  ],
  [
    'No toll is due while a flood flag flies, because nobody may pass.',
    'Since nobody can pass as long as a flood flag is up, no toll has to be paid then.',
  ],
  [
    'The escort costs 1 wick a mile and must be ordered the evening before.',
    'An escort, at 1 wick for each mile, must be asked for on the evening before.',
  ],
  [
    'A failed candidate may try again after one year, three times in all.',
    'Whoever has failed may come back when a year has gone by, and may try three times altogether.',
  ],
  ['A leadsman earns 9 scales a day and food.', 'The pay of a leadsman is his food and 9 scales for each day.'],
]);
