/** Headers of every answer that a browser shows. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What our pages may load: themselves and this service, nothing from outside, no script in a page's text. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** Sets the headers on every route of this scope. */
export function browserHeaders(scope: FastifyInstance): void {
  scope.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    xFrameOptions: { action: 'deny' },
    // The service speaks http on the user's own machine.
    strictTransportSecurity: false,
  })
}
