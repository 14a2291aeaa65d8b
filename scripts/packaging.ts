/** What the desktop packages hold and how they are made: for `npm run package`, and for the test that starts what is in them. */
import { build, type Configuration } from 'electron-builder'
import { APPLICATION_ID } from '../src/main/application-id.ts'
import { LINK_SCHEME } from '../src/main/arguments.ts'

/** Of packages, what is read while the program runs: neither sources of binaries nor maps. */
const NOT_NEEDED = [
  '!**/*.{map,md,ts,cts,mts,flow,markdown}',
  '!node_modules/better-sqlite3/{deps,src}/**',
  '!node_modules/better-sqlite3/binding.gyp',
  '!**/{test,tests,__tests__,example,examples,docs,benchmark,benchmarks}/**',
]

export const PACKAGING: Configuration = {
  appId: APPLICATION_ID,
  // A deb names both; who sells the application under a name of his own names his.
  extraMetadata: {
    homepage: 'https://comptoir.invalid/',
    author: { name: 'Comptoir', email: 'comptoir@comptoir.invalid' },
  },
  directories: { output: 'release', buildResources: 'resources' },
  files: [
    'out/**',
    'resources/{demo-bundle.json,tray.png,tray@2x.png}',
    'package.json',
    'LICENSE',
    ...NOT_NEEDED,
  ],
  asar: true,
  // The system loads binaries from files alone.
  asarUnpack: ['**/*.node'],
  // The database's package carries a Node-API binary for each platform: nothing is compiled.
  npmRebuild: false,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  protocols: [{ name: 'Comptoir', schemes: [LINK_SCHEME] }],
  fileAssociations: [
    {
      ext: 'comptoir',
      name: 'Devis Comptoir',
      description: 'Devis signé',
      mimeType: 'application/vnd.comptoir.quote+json',
      role: 'Viewer',
    },
  ],
  // Per user: nobody asks an administrator.
  nsis: { oneClick: false, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
  win: { target: ['nsis'], icon: 'icon.ico' },
  mac: {
    icon: 'icon.icns',
    // Updates are taken from the zip.
    target: [
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ],
    category: 'public.app-category.business',
    hardenedRuntime: true,
    // Both halves carry the binaries of both: the files are the same.
    mergeASARs: true,
    x64ArchFiles: '**/*.node',
  },
  linux: {
    icon: 'icons',
    // The desktop tells by it that a window is of this application.
    syncDesktopName: true,
    target: ['AppImage', 'deb'],
    category: 'Office',
    synopsis: 'Devis et commandes',
  },
  // For the lists of versions (`latest*.yml`), and so that each package knows its publisher. A person sets where updates
  // are looked for; this address is nobody's, and nothing is published by itself.
  publish: { provider: 'generic', url: 'https://updates.invalid/' },
}

if (import.meta.filename === process.argv[1]) await build({ config: PACKAGING, publish: 'never' })
