import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../service/refusal.ts'
import { sendRefusal } from '../errors.ts'
import { sameText } from '../renderer.ts'

export const KEY_COOKIE = 'comptoir_key'

/** Lets through who has the key: as a cookie (a browser that opened the printed address) or as a bearer. */
export function keyCheck(key: string) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const given = bearer(request.headers.authorization) ?? cookie(request.headers.cookie)
    if (given !== null && sameText(given, key)) {
      done()
      return
    }
    sendRefusal(request, reply, new Refusal(given === null ? 'authentication_required' : 'token_invalid'))
  }
}

function bearer(header: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

function cookie(header: string | undefined): string | null {
  const pair = (header ?? '').split(';').find((part) => part.trim().startsWith(`${KEY_COOKIE}=`))
  if (pair === undefined) return null
  try {
    return decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim())
  } catch {
    return null
  }
}
