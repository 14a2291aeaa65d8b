/**
 * Routes of the application API, each with what it needs of who asks and the schema of its answer: the compiler holds
 * the handler to it, the tests hold every answer to it, and the screens have their types from it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Needed } from './access.ts'
import { accessTo } from './access.ts'
import { hiderOf } from './hidden.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** what a success of the route answers */
    answer?: TSchema
  }
}

/** A value that is only read: what the service gives may be kept elsewhere. */
type Shown<T> = T extends readonly (infer Entry)[]
  ? readonly Shown<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Shown<T[Key]> }
    : T

type Answer<T> = Shown<T> | Promise<Shown<T>>
type Handler<T> = (request: FastifyRequest, reply: FastifyReply) => Answer<T>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export class Api {
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get<T extends TSchema>(url: string, needs: Needed, answer: T, handler: Handler<Static<T>>): void {
    this.#route('GET', url, needs, answer, handler)
  }

  post<T extends TSchema>(url: string, needs: Needed, answer: T, handler: Handler<Static<T>>): void {
    this.#route('POST', url, needs, answer, handler)
  }

  put<T extends TSchema>(url: string, needs: Needed, answer: T, handler: Handler<Static<T>>): void {
    this.#route('PUT', url, needs, answer, handler)
  }

  /** What is deleted answers how it stands without it. */
  delete<T extends TSchema>(url: string, needs: Needed, answer: T, handler: Handler<Static<T>>): void {
    this.#route('DELETE', url, needs, answer, handler)
  }

  /** Deletes, and answers nothing (204). */
  remove(
    url: string,
    needs: Needed,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  ): void {
    this.#app.delete(url, { config: { needs } }, async (request, reply) => {
      await handler(request, reply)
      return reply.code(204).send()
    })
  }

  /** Answers with a stream, which hides nothing: what is in it is what its reader may see. */
  stream(
    url: string,
    needs: Needed,
    handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
    method: 'GET' | 'POST' = 'GET',
  ): void {
    this.#app.route({ method, url, config: { needs }, handler })
  }

  #route<T>(method: Method, url: string, needs: Needed, answer: TSchema, handler: Handler<T>): void {
    const hide = hiderOf(answer)
    const config = { needs, answer }
    if (hide && needs === 'nobody') throw new Error(`${url} tells nobody what takes a right`)
    this.#app.route({
      ...{ method, url, config },
      handler: hide
        ? async (request, reply) => hide(await handler(request, reply), accessTo(request).rights)
        : handler,
    })
  }
}

/** The answer of a request that made something (201). */
export async function created<T>(reply: FastifyReply, made: T | Promise<T>): Promise<T> {
  const body = await made
  reply.code(201)
  return body
}
