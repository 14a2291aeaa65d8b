/** What a password may be: long rather than strange (OWASP ASVS 2.1). */
import { fold } from './fold.ts'

export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

export type PasswordFault = 'too_short' | 'too_long' | 'is_name' | 'is_product' | 'common'

const PRODUCT = 'comptoir'

/** What people choose first where twelve characters are asked for; digits and signs at the end change nothing. */
const COMMON_WORDS: ReadonlySet<string> = new Set([
  ...['password', 'passwordpassword', 'mypassword', 'thepassword', 'passw0rd', 'p@ssword', 'p@ssw0rd'],
  ...['motdepasse', 'monmotdepasse', 'lemotdepasse', 'motdepassemotdepasse', 'mdp', 'changeme', 'changeit'],
  ...['changemenow', 'azerty', 'azertyuiop', 'azertyazerty', 'azertyuiopqs', 'azertyuiopqsdfghjklm'],
  ...['qwerty', 'qwertyuiop', 'qwertyqwerty', 'qwertyuiopas', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiop'],
  ...['abcdefghijkl', 'abcdefghijklm', 'abcdefghijklmnopqrstuvwxyz', 'aaaaaaaaaaaa', 'abcabcabcabc'],
  ...['administrateur', 'administrator', 'admin', 'adminadmin', 'administration', 'utilisateur', 'welcome'],
  ...['bienvenue', 'bienvenuebienvenue', 'welcomewelcome', 'letmein', 'letmeinplease', 'iloveyou'],
  ...['iloveyouiloveyou', 'jetaime', 'jetaimejetaime', 'imprimerie', 'imprimeur', 'printshop', 'vendeur'],
  ...['responsable', 'sunshine', 'princess', 'football', 'superman', 'batman', 'starwars', 'marseille'],
  ...['loulou', 'doudou', 'chouchou', 'soleil', 'bonjour', 'bonjourbonjour', 'secret', 'secretsecret'],
  ...['correcthorsebatterystaple', 'trustno', 'trustnoone', 'whatever', 'computer', 'ordinateur', 'internet'],
  ...['parisparis', 'parissaintgermain', 'liverpool', 'manchester', 'barcelona', 'nicolas', 'isabelle'],
])

/** Characters only of keyboards and counting, of any length from twelve on. */
const RUNS = [
  ...['12345678901234567890', '01234567890123456789', '09876543210987654321', '98765432109876543210'],
  ...['123123123123123123123', '121212121212121212', '112233445566778899', '123456123456123456'],
  ...['1q2w3e4r5t6y7u8i9o0p', '1qaz2wsx3edc4rfv5tgb', '1a2z3e4r5t6y7u8i9o0p', 'a1b2c3d4e5f6g7h8i9j0'],
  ...['azertyuiop1234567890', 'qwertyuiop1234567890', '1234azerty1234azerty', '1234qwer1234qwer1234'],
]

/** A text as it is compared: without case, accents, spaces and signs. */
const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}@]/gu, '')

/** As it is hashed: one letter is the same in one character or in two. */
export const composedPassword = (password: string): string => password.normalize('NFC')

/** Whether a text is a word, that word several times over, or either with digits behind it. */
function isMadeOf(text: string, word: string): boolean {
  if (word === '') return false
  const rest = text.replaceAll(word, '')
  return rest !== text && /^\d*$/.test(rest)
}

/**
 * What is wrong with a password; null where nothing is. Which characters it has is nobody's business.
 * @param name of the person whose it is to be
 */
export function passwordFault(password: string, name: string): PasswordFault | null {
  const { length } = [...composedPassword(password)]
  if (length < PASSWORD_LENGTH.min) return 'too_short'
  if (length > PASSWORD_LENGTH.max) return 'too_long'
  const text = plain(password)
  const parts = [plain(name), ...name.split(/[\s._-]+/).map(plain)].filter(({ length: of }) => of >= 3)
  if (parts.some((part) => isMadeOf(text, part)) || text === plain(name)) return 'is_name'
  if (isMadeOf(text, PRODUCT)) return 'is_product'
  return isCommon(text === '' ? password : text) ? 'common' : null
}

function isCommon(text: string): boolean {
  if (COMMON_WORDS.has(text) || COMMON_WORDS.has(text.replace(/\d+$/, ''))) return true
  return new Set(text).size === 1 || RUNS.some((run) => run.startsWith(text))
}
