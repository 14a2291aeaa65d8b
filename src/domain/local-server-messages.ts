/** Why the desktop application's server for other tools does not listen. */
import type { Message } from './message.ts'

export const LOCAL_SERVER_MESSAGES = {
  local_port_in_use: {
    fr: (p) =>
      `Le port ${p['port']} est déjà pris par un autre programme de ce poste, un autre Comptoir peut-être : arrêtez-le, ou choisissez un autre port.`,
    en: (p) =>
      `Port ${p['port']} is taken by another program of this machine, perhaps another Comptoir: stop it, or choose another port.`,
  },
  local_port_forbidden: {
    fr: (p) => `Le port ${p['port']} est réservé par le système : choisissez-en un au-dessus de 1023.`,
    en: (p) => `Port ${p['port']} is reserved by the system: choose one above 1023.`,
  },
  local_listen_failed: {
    fr: (p) => `Le serveur local n’a pas pu démarrer sur le port ${p['port']} : le journal dit pourquoi.`,
    en: (p) => `The local server could not start on port ${p['port']}: the log says why.`,
  },
} as const satisfies Record<string, Message>
export type LocalServerCode = keyof typeof LOCAL_SERVER_MESSAGES
