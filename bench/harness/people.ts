/** Words that made-up customers are called by. */
export const TRADES = [
  ...[
    'Boulangerie',
    'Pharmacie',
    'Garage',
    'Mairie',
    'Lycée',
    'Restaurant',
    'Fleuriste',
    'Cabinet',
    'Institut',
  ],
  ...[
    'Théâtre',
    'Brasserie',
    'Clinique',
    'Coiffure',
    'Menuiserie',
    'Agence',
    'Librairie',
    'École',
    'Opticien',
  ],
]
export const NAMES = [
  ...[
    'Martin',
    'Lefèvre',
    'Dubois',
    'Moreau',
    'Le Goff',
    'Guéguen',
    'Bernard',
    'Petit',
    'Rousseau',
    'Fournier',
  ],
  ...['Girard', 'Bonnet', 'Lambert', 'Fontaine', 'Chevalier', 'Robin', 'Masson', 'Noël', 'Kerjean', 'Tanguy'],
]
export const TOWNS = [
  ...[
    'Quimper',
    'Brest',
    'Concarneau',
    'Douarnenez',
    'Lorient',
    'Vannes',
    'Rennes',
    'Nantes',
    'Saint-Brieuc',
  ],
  ...['Morlaix', 'Lannion', 'Pontivy', 'Auray', 'Châteaulin', 'Carhaix', 'Landerneau', 'Fougères', 'Vitré'],
]
