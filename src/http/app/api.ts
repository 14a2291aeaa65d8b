/**
 * Routes of the application API, each with the schema of its answer: the compiler holds the handler to it, the tests
 * hold every answer to it, and the screens have their types from it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'

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

type Handler<T> = (request: FastifyRequest, reply: FastifyReply) => Shown<T> | Promise<Shown<T>>

export class Api {
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get<T extends TSchema>(url: string, answer: T, handler: Handler<Static<T>>): void {
    this.#app.route({ method: 'GET', url, config: { answer }, handler })
  }

  post<T extends TSchema>(url: string, answer: T, handler: Handler<Static<T>>): void {
    this.#app.route({ method: 'POST', url, config: { answer }, handler })
  }

  put<T extends TSchema>(url: string, answer: T, handler: Handler<Static<T>>): void {
    this.#app.route({ method: 'PUT', url, config: { answer }, handler })
  }

  /** What is deleted answers how it stands without it. */
  delete<T extends TSchema>(url: string, answer: T, handler: Handler<Static<T>>): void {
    this.#app.route({ method: 'DELETE', url, config: { answer }, handler })
  }

  /** Deletes, and answers nothing (204). */
  remove(url: string, handler: (request: FastifyRequest) => Promise<void>): void {
    this.#app.delete(url, async (request, reply) => {
      await handler(request)
      return reply.code(204).send()
    })
  }
}

/** The answer of a request that made something (201). */
export async function created<T>(reply: FastifyReply, made: T | Promise<T>): Promise<T> {
  const body = await made
  reply.code(201)
  return body
}
