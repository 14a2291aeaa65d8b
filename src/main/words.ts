/** The words of the shell: what the system shows around the screens. */
import type { Locale } from '../domain/messages.ts'

const FR = {
  file: 'Fichier',
  newQuote: 'Nouveau devis',
  openQuote: 'Ouvrir un devis signé ou son PDF…',
  importTariffs: 'Importer des tarifs…',
  print: 'Imprimer…',
  settings: 'Réglages',
  quit: 'Quitter Comptoir',
  edit: 'Édition',
  undo: 'Annuler',
  redo: 'Rétablir',
  cut: 'Couper',
  copy: 'Copier',
  paste: 'Coller',
  selectAll: 'Tout sélectionner',
  view: 'Affichage',
  resetZoom: 'Taille réelle',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  fullScreen: 'Plein écran',
  window: 'Fenêtre',
  minimize: 'Placer dans la barre des tâches',
  close: 'Fermer la fenêtre',
  help: 'Aide',
  keys: 'Raccourcis clavier',
  about: 'À propos de Comptoir',
  cannotStart: 'Comptoir ne peut pas démarrer',
  alreadyOpen: 'Comptoir est déjà ouvert',
  otherFolder: (open: string, wanted: string) =>
    `Il est ouvert sur ${open}. Pour ouvrir ${wanted}, quittez-le d’abord.`,
  attention: 'Comptoir a besoin de vous',
  attentionText: (count: number) =>
    count === 1 ? 'Une commande attend une décision.' : `${count} commandes attendent une décision.`,
  restore: 'Remettre une sauvegarde…',
  openToAll: 'La sauvegarde est remise : voyez qui peut se connecter',
  otherFolderButton: 'Autre dossier…',
  diagnostics: 'Exporter le diagnostic…',
  chooseFolder: 'Choisissez le dossier de données',
  chooseBackup: 'Choisissez une sauvegarde de Comptoir',
  backups: 'Sauvegardes de Comptoir',
  crashed: 'L’affichage s’est arrêté',
  crashedAgain:
    'Il s’arrête à chaque fois qu’il reprend. Ce qui a été enregistré est gardé. Réessayez, ou quittez Comptoir et relancez-le.',
  reload: 'Réessayer',
  hangs: 'L’affichage ne répond plus',
  hangsText: 'Attendez un instant, ou rechargez-le : ce qui a été enregistré est gardé.',
  wait: 'Attendre',
  failed: 'Comptoir s’est arrêté sur une erreur',
  failedText:
    'Ce qui a été enregistré est gardé. Relancez-le ; s’il s’arrête encore, le journal du dossier de données (comptoir.log) dit pourquoi.',
  show: 'Ouvrir Comptoir',
  closing: 'Comptoir se ferme',
  closingText: 'Ce qui est en cours se termine d’abord : quelques secondes au plus.',
  update: (version: string) => `Comptoir ${version} est disponible`,
  updateText: 'Réglages → À propos le télécharge et l’installe.',
  upgrade: 'Mise à jour des données',
  upgradeCopy: 'Copie de sécurité…',
  upgradeStep: (step: number, steps: number) => `Étape ${step} sur ${steps}…`,
  upgradeText: 'Comptoir s’ouvre ensuite. Ne l’arrêtez pas.',
  upgradeThenQuits: 'Comptoir se ferme dès que c’est fini.',
  save: (name: string) => `Enregistrer ${name}`,
  notSaved: (name: string) => `${name} n’a pas pu être enregistré`,
  notSavedText: (path: string) =>
    `Rien n’est écrit à ${path}. Voyez si le disque est plein ou le dossier protégé, ou choisissez un autre dossier.`,
}
type Words = typeof FR

const EN: Words = {
  file: 'File',
  newQuote: 'New quote',
  openQuote: 'Open a signed quote or its PDF…',
  importTariffs: 'Import tariffs…',
  print: 'Print…',
  settings: 'Settings',
  quit: 'Quit Comptoir',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  view: 'View',
  resetZoom: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  window: 'Window',
  minimize: 'Minimise',
  close: 'Close the window',
  help: 'Help',
  keys: 'Keyboard shortcuts',
  about: 'About Comptoir',
  cannotStart: 'Comptoir cannot start',
  alreadyOpen: 'Comptoir is open already',
  otherFolder: (open, wanted) => `It is open on ${open}. To open ${wanted}, quit it first.`,
  attention: 'Comptoir needs you',
  attentionText: (count) =>
    count === 1 ? 'An order waits for a decision.' : `${count} orders wait for a decision.`,
  restore: 'Put a backup back…',
  openToAll: 'The backup is back: see who may sign in',
  otherFolderButton: 'Another folder…',
  diagnostics: 'Export diagnostics…',
  chooseFolder: 'Choose the data folder',
  chooseBackup: 'Choose a backup of Comptoir',
  backups: 'Backups of Comptoir',
  crashed: 'The display has stopped',
  crashedAgain:
    'It stops each time that it begins again. What was saved is kept. Try again, or quit Comptoir and start it anew.',
  reload: 'Try again',
  hangs: 'The display does not answer',
  hangsText: 'Wait a moment, or load it again: what was saved is kept.',
  wait: 'Wait',
  failed: 'Comptoir has stopped on an error',
  failedText:
    'What was saved is kept. Start it again; where it stops once more, the log in the data folder (comptoir.log) says why.',
  show: 'Open Comptoir',
  closing: 'Comptoir is closing',
  closingText: 'What is under way is finished first: a few seconds at most.',
  update: (version) => `Comptoir ${version} is available`,
  updateText: 'Settings → About downloads and installs it.',
  upgrade: 'Updating your data',
  upgradeCopy: 'Safety copy…',
  upgradeStep: (step, steps) => `Step ${step} of ${steps}…`,
  upgradeText: 'Comptoir opens after it. Do not stop it.',
  upgradeThenQuits: 'Comptoir closes as soon as it is done.',
  save: (name) => `Save ${name}`,
  notSaved: (name) => `${name} could not be saved`,
  notSavedText: (path) =>
    `Nothing is written at ${path}. See whether the disk is full or the folder protected, or choose another folder.`,
}

/** The words in the language that is preferred: French where it is none of ours. */
export const wordsIn = (locale: Locale): Words => (locale === 'en' ? EN : FR)

/** The first of the languages that the program speaks; else English, as French people's systems say that they are. */
export function localeOf(preferred: readonly string[]): Locale {
  for (const language of preferred) {
    if (/^fr\b/i.test(language)) return 'fr'
    if (/^en\b/i.test(language)) return 'en'
  }
  return 'en'
}
