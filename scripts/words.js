/** What `npm start` says, in the language of the environment. Plain JavaScript: it speaks before anything is installed. */

/** As the command line chooses its language (src/cli/words): `--lang`, else the locale of the environment. */
export function locale(args = process.argv, environment = process.env) {
  const at = args.lastIndexOf('--lang')
  const asked = at >= 0 ? args[at + 1] : args.findLast((arg) => arg.startsWith('--lang='))?.slice(7)
  if (asked === 'fr' || asked === 'en') return asked
  const named = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG
  const spoken = named || Intl.DateTimeFormat().resolvedOptions().locale
  return /^fr\b/i.test(spoken.replace('_', '-')) ? 'fr' : 'en'
}

const en = {
  installing: 'Installing the packages (about a minute)…',
  building: 'Building the program and its screens (about half a minute)…',
  fetching: "Fetching Electron's runtime (once, about 120 MB)…",
  loading: 'Loading the demo catalogue into a new store…',
  opening: (reason) => (reason ? `Opening in the browser: ${reason}.` : 'Opening in the browser.'),
  open: 'Open the address above in a browser; Ctrl+C stops the service.',
  noDisplay: 'there is no display',
  noRuntime: (cause) => `Electron's runtime cannot be fetched here${cause ? ` (${cause})` : ''}`,
  interrupted: 'interrupted; "npm start" begins again where it is needed',
  buildFailed: 'the build failed:',
  installFailed: {
    registry: 'npm ci failed: the npm registry is not within reach',
    held: 'npm ci failed: another program is using node_modules; end it (another "npm" perhaps), then start again',
    full: 'npm ci failed: the disk is full',
    rights: 'npm ci failed: this user may not write there',
    slow: (minutes) => `npm ci was given up after ${minutes} minutes`,
    other: 'npm ci failed:',
  },
}

const fr = {
  installing: 'Installation des paquets (environ une minute)…',
  building: 'Construction du programme et de ses écrans (environ une demi-minute)…',
  fetching: 'Téléchargement du moteur d’Electron (une seule fois, environ 120 Mo)…',
  loading: 'Chargement du catalogue de démonstration dans un nouveau magasin…',
  opening: (reason) =>
    reason ? `Ouverture dans le navigateur : ${reason}.` : 'Ouverture dans le navigateur.',
  open: 'Ouvrez l’adresse ci-dessus dans un navigateur ; Ctrl+C arrête le service.',
  noDisplay: 'il n’y a pas d’écran',
  noRuntime: (cause) => `le moteur d’Electron ne peut pas être téléchargé ici${cause ? ` (${cause})` : ''}`,
  interrupted: 'interrompu ; « npm start » reprendra ce qui manque',
  buildFailed: 'la construction a échoué :',
  installFailed: {
    registry: 'npm ci a échoué : le registre npm est hors d’atteinte',
    held: 'npm ci a échoué : un autre programme utilise node_modules ; arrêtez-le (un autre « npm » peut-être), puis recommencez',
    full: 'npm ci a échoué : le disque est plein',
    rights: 'npm ci a échoué : cet utilisateur n’a pas le droit d’y écrire',
    slow: (minutes) => `npm ci a été abandonné après ${minutes} minutes`,
    other: 'npm ci a échoué :',
  },
}

export const words = { fr, en }[locale()]

/** What npm's own words say of why an installation failed; null where they say nothing that we know. */
export function installCause(output) {
  if (/\bENOSPC\b/.test(output)) return 'full'
  if (/\b(ENOTEMPTY|EBUSY)\b/.test(output)) return 'held'
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) return 'rights'
  const network =
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d)\b/
  return network.test(output) ? 'registry' : null
}
