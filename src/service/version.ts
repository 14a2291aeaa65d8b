import manifest from '../../package.json' with { type: 'json' }

/** The program's version, from its manifest. */
export const VERSION: string = manifest.version
