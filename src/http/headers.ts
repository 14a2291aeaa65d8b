/** Headers that more than one part of the interface sets. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../domain/messages.ts'

/** The first of French and English that the header prefers; French where it says neither. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined || acceptLanguage === '*') return 'fr'
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const q = params.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { language: tag.trim().slice(0, 2), q: q === undefined ? 1 : Number(q.slice(2)) || 0 }
    })
    .filter(({ language, q }) => q > 0 && (language === 'fr' || language === 'en'))
    .sort((a, b) => b.q - a.q)
  return wanted[0]?.language === 'en' ? 'en' : 'fr'
}

export const requestLocale = (request: FastifyRequest): Locale => localeOf(request.headers['accept-language'])

/** Adds to what the answer varies by. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary')
  reply.header('Vary', before === undefined ? name : `${String(before)}, ${name}`)
}

/** Says that the answer holds words, and in which language. */
export function inWords(reply: FastifyReply, locale: Locale): void {
  reply.header('Content-Language', locale)
  addVary(reply, 'Accept-Language')
}
