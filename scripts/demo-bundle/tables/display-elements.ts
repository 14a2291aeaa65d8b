/**
 * Formats, supports, printing modes, finishes and cuts of all families: the same thing has the same id in every
 * family that offers it, so that the union over families has one entry an id.
 */
export type ElementKind = 'format' | 'support' | 'impression' | 'finition' | 'decoupe'

const formats: Readonly<Record<number, string>> = {
  101: '60 × 160 cm',
  102: '85 × 200 cm',
  103: '100 × 200 cm',
  104: '120 × 200 cm',
  105: '150 × 200 cm',
  106: '60 × 180 cm',
  107: '80 × 180 cm',
  108: '40 × 160 cm',
  109: '50 × 150 cm',
  121: 'A5',
  122: 'A4',
  123: 'A3',
  124: 'A2',
  125: 'A1',
  126: 'A0',
  127: '50 × 70 cm',
  128: '60 × 80 cm',
  131: '40 × 30 × 140 cm',
  132: '60 × 40 × 160 cm',
  133: '30 × 30 × 130 cm',
  141: '20 × 15 × 30 cm',
  142: '30 × 20 × 40 cm',
  143: '35 × 30 × 45 cm',
  151: '10 × 15 cm',
  152: 'Ø 10 cm',
  153: '15 × 21 cm',
  154: '7 × 30 cm',
  161: '100 × 40 × 90 cm',
  162: '80 × 40 × 200 cm avec fronton',
  171: 'Taille S, 220 cm',
  172: 'Taille M, 280 cm',
  173: 'Taille L, 350 cm',
  174: 'Taille XL, 450 cm',
  181: '3 × 2 modules, 285 × 225 cm',
  182: '3 × 3 modules, 280 × 225 cm',
  183: '4 × 3 modules, 350 × 225 cm',
  184: '5 × 3 modules, 430 × 225 cm',
  191: '100 × 10 cm',
  192: '133 × 12 cm',
  193: '200 × 20 cm',
  201: 'Ø 30 cm',
  202: 'Ø 50 cm',
  203: '30 × 40 cm',
  211: '3 × 3 m',
  212: '3 × 4,5 m',
  213: '3 × 6 m',
  221: '120 × 180 cm',
  222: '100 × 150 cm',
}

const supports: Readonly<Record<number, { nom: string; delai_min: number }>> = {
  301: { nom: 'Bâche PVC 450 g', delai_min: 1 },
  302: { nom: 'Polypropylène anti-rebond 220 µm', delai_min: 2 },
  303: { nom: 'Tissu grey-back 260 g', delai_min: 3 },
  304: { nom: 'Bâche sans PVC 300 g', delai_min: 3 },
  311: { nom: 'Carton ondulé microcannelure 3 mm', delai_min: 3 },
  312: { nom: 'Carton ondulé double-double 7 mm', delai_min: 5 },
  313: { nom: 'Carton nid d’abeille 16 mm', delai_min: 5 },
  314: { nom: 'Carton compact 1,5 mm', delai_min: 3 },
  315: { nom: 'Carton plume 5 mm', delai_min: 2 },
  321: { nom: 'Akilux 3,5 mm', delai_min: 2 },
  322: { nom: 'Akilux 5 mm', delai_min: 2 },
  323: { nom: 'PVC expansé 3 mm', delai_min: 2 },
  324: { nom: 'PVC expansé 5 mm', delai_min: 3 },
  325: { nom: 'Composite aluminium 3 mm', delai_min: 3 },
  326: { nom: 'PVC souple 500 µm', delai_min: 2 },
  331: { nom: 'Polyester drapeau 115 g', delai_min: 3 },
  332: { nom: 'Polyester drapeau recyclé 115 g', delai_min: 5 },
  333: { nom: 'Tissu tendu 240 g', delai_min: 3 },
  334: { nom: 'Polyester enduit 300D', delai_min: 5 },
  341: { nom: 'Vinyle blanc monomère', delai_min: 1 },
  342: { nom: 'Vinyle transparent', delai_min: 1 },
  343: { nom: 'Film électrostatique', delai_min: 2 },
  344: { nom: 'Vinyle dépoli', delai_min: 2 },
  351: { nom: 'Couché mat 350 g', delai_min: 1 },
  352: { nom: 'Affiche papier 170 g', delai_min: 1 },
  353: { nom: 'Polypropylène 350 µm', delai_min: 2 },
  354: { nom: 'Plexiglas 3 mm', delai_min: 5 },
}

const impressions: Readonly<Record<number, string>> = {
  401: 'Quadri recto',
  402: 'Quadri recto-verso',
  403: 'Quadri recto et blanc de soutien',
  404: 'Quadri traversante, une face',
  405: 'Quadri, deux faces avec occultant',
}

const finitions: Readonly<Record<number, string>> = {
  501: 'Sans finition',
  502: 'Plastification mate',
  503: 'Plastification brillante',
  504: 'Vernis anti-UV',
  505: 'Ourlet cousu',
  506: 'Fourreau cousu et renforts',
  507: 'Livré monté',
  509: 'Adhésif double face posé',
}

const decoupes: Readonly<Record<number, string>> = {
  601: 'Coupe droite',
  602: 'Coins ronds',
  603: 'À la forme simple',
  604: 'À la forme complexe',
  605: 'Mi-chair',
}

const tables: Readonly<Record<ElementKind, ReadonlyMap<string, number>>> = {
  format: byName(formats),
  support: byName(Object.fromEntries(Object.entries(supports).map(([id, { nom }]) => [id, nom]))),
  impression: byName(impressions),
  finition: byName(finitions),
  decoupe: byName(decoupes),
}

function byName(names: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(names).map(([id, nom]) => [nom, Number(id)]))
}

export function displayElementId(kind: ElementKind, nom: string): number {
  const id = tables[kind].get(nom)
  if (id === undefined) throw new Error(`no ${kind} named ${nom}`)
  return id
}

/** The shortest lead time, in working days, in which a support can be worked. */
export function supportLeadTime(nom: string): number {
  return supports[displayElementId('support', nom)]?.delai_min ?? 0
}
