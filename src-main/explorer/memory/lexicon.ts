/**
 * Common English nouns by use, without proper names and words of a single story. The head noun decides the kind of a
 * thing: a "brass lantern" is a light.
 */
const KINDS = {
  light: 'lamp lantern torch flashlight candle candles',
  weapon:
    'sword knife dagger axe mace spear club stiletto blade cutlass rapier sabre hatchet machete pistol revolver gun rifle bow',
  key: 'key keys keycard',
  rope: 'rope cord cable line',
  tool: 'screwdriver wrench shovel spade crowbar pump hammer saw pliers tongs pick pickaxe magnet hook',
  paper:
    'leaflet book booklet note paper letter newspaper scroll guide manual card parchment diary journal pamphlet brochure page magazine postcard folder ticket notebook',
  sign: 'sign inscription inscriptions engraving engravings plaque notice label writing lettering runes poster tablet carving carvings graffiti',
  food: 'food lunch bread apple cake garlic meat sandwich pepper fruit cheese biscuit',
  drink: 'water wine milk beer potion juice',
  container:
    'box chest case sack bag bottle basket crate trunk jar pouch purse coffer envelope package parcel coffin casket urn barrel bin tin pack backpack knapsack suitcase satchel bucket',
  fixture: 'cabinet cupboard drawer drawers wardrobe safe locker desk refrigerator oven mailbox',
  carrier: 'sack bag bottle basket pouch purse jar pack backpack knapsack satchel bucket envelope suitcase',
  door: 'door doors window gate gates grate grating hatch trapdoor shutter shutters lid panel portcullis',
  cover:
    'rug carpet mat tapestry curtain curtains leaves boulder rock slab bookcase bookshelf hay straw mattress sheet tarpaulin debris rubble ivy',
  control: 'button lever switch wheel dial knob handle crank pedal valve bell',
  climbable: 'tree trellis vine vines',
  stairs: 'ladder stairs staircase steps rungs',
  vehicle: 'boat raft canoe cart wagon cab taxi car bus train carriage van truck lift elevator',
  path: 'path track trail lane footpath road street alley',
  crossing: 'bridge ford stones stile fence log',
  caller: 'telephone phone intercom doorbell',
  enterable: 'house hut cottage cabin tent shed barn tower hole opening archway tunnel',
  anchor: 'railing rail post pillar column beam stake peg hook branch',
  clothing:
    'gloves glove mittens boots shoes coat cloak hat cap helmet robe suit belt goggles mask scarf jacket gown overalls trousers shirt dress uniform apron pyjamas slippers sandals socks',
  optics: 'telescope binoculars spyglass microscope lens periscope',
  furniture: 'table shelf bench pedestal chair bed throne counter workbench bunk sofa couch stool',
  person:
    'man woman boy girl child lady gentleman stranger guard sentry soldier officer captain sailor fisherman farmer merchant trader shopkeeper clerk waiter waitress bartender innkeeper butler maid servant porter keeper driver conductor passenger doctor nurse teacher professor student priest monk nun hermit knight king queen prince princess beggar mother father sister brother uncle aunt friend',
  scenery:
    'wall walls floor ceiling sky ground mountain mountains river lake sea path road trail chimney fireplace passage corridor doorway bridge sun moon cloud clouds grass hill slope sand dust air light darkness roof corner trees bushes field bank beam sunlight shadow shadows fog mist sound noise smell voice smoke steam rafters weeds nettles flowers you yourself me self',
} as const

/** Words for valuable things: metals, gems, jewelry, money, works of art. A name needs only one of them, anywhere. */
const PRECIOUS = words(
  'gold golden silver platinum jewel jewels jewelled jeweled jewel-encrusted bejeweled gem gems gemstone diamond ruby emerald sapphire pearl pearls crystal ivory jade amber opal coin coins crown treasure necklace bracelet ring goblet chalice amulet medallion brooch tiara pendant painting statuette figurine',
)

export type Kind = keyof typeof KINDS

const KIND_WORDS = new Map(Object.entries(KINDS).map(([kind, list]) => [kind as Kind, words(list)]))

const KNOWN_NOUNS = new Set([...KIND_WORDS.values()].flatMap((list) => [...list]))

/** Hostile verbs: the subject of such a sentence is a foe. */
export const HOSTILE =
  /\b(?:block(?:s|ing)? (?:all|your|the) (?:way|path|pass|exit)|brandish\w*|attacks?\b|lung(?:es|ing)|swings?|slash\w*|charges? at|growls?|snarls?|threaten\w*|bares? (?:its|his|her)|leaps? at|strikes?|parr(?:y|ies)|at your throat|towards? you with|stabs?|bites? you|claws at)/i

export const isKind = (name: string, kind: Kind): boolean => KIND_WORDS.get(kind)?.has(headOf(name)) ?? false
export function isAnyKind(name: string, ...kinds: readonly Kind[]): boolean {
  const head = headOf(name)
  return kinds.some((kind) => KIND_WORDS.get(kind)?.has(head))
}
export const isPrecious = (name: string): boolean => wordsOf(name).some((word) => PRECIOUS.has(word))
export const isKnownNoun = (word: string): boolean => KNOWN_NOUNS.has(word)

/** Words for an amount: in "pile of leaves" the leaves are the thing. */
export const MEASURES = words(
  'pair pile bunch set piece quantity number heap coil length stack bundle cup glass lump clove group scrap line row',
)

/** The head noun of a name: "lantern" for "brass lantern", "leaves" for "pile of leaves". */
export function headOf(name: string): string {
  const lower = name.toLowerCase()
  const at = lower.indexOf(' of ')
  if (at < 0) return lastWord(lower)
  const before = lastWord(lower.slice(0, at))
  return MEASURES.has(before) ? lastWord(lower) : before
}

const lastWord = (text: string) => text.slice(text.lastIndexOf(' ') + 1)

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z'-]*/g) ?? []

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
