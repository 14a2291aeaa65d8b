/** The page that shows the document to a person: Swagger UI, without one request outside and without inline scripts. */
import type { Locale } from '../../domain/messages.ts'

const WORDS = {
  fr: {
    title: 'Comptoir : API partenaire',
    intro:
      'Pour essayer une requête : « Authorize », coller le jeton, puis « Try it out » sous un appel. Un panier simulé ne laisse rien ; <code>panier/validate/</code> crée une vraie commande.',
    document: 'Document OpenAPI',
    other: { locale: 'en', name: 'English' },
  },
  en: {
    title: 'Comptoir: partner API',
    intro:
      'To try a request: “Authorize”, paste the token, then “Try it out” under a call. A simulated cart leaves nothing behind; <code>panier/validate/</code> makes a real order.',
    document: 'OpenAPI document',
    other: { locale: 'fr', name: 'Français' },
  },
} as const satisfies Record<Locale, unknown>

export function page(locale: Locale): string {
  const { title, intro, document, other } = WORDS[locale]
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" type="image/png" href="favicon-32x32.png">
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="stylesheet" href="page.css">
  </head>
  <body>
    <header>
      <p>${intro}</p>
      <nav>
        <a href="/openapi.json?lang=${locale}">${document}</a>
        <a href="?lang=${other.locale}" lang="${other.locale}" hreflang="${other.locale}">${other.name}</a>
      </nav>
    </header>
    <main id="document"></main>
    <script src="swagger-ui-bundle.js"></script>
    <script src="page.js"></script>
  </body>
</html>
`
}

const SCRIPT = `'use strict'
SwaggerUIBundle({
  dom_id: '#document',
  url: '/openapi.json?lang=' + document.documentElement.lang,
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // A token pasted alone is sent in the scheme that the service asks for.
  requestInterceptor: function (request) {
    var token = request.headers.Authorization
    if (token && !/^token /i.test(token)) request.headers.Authorization = 'Token ' + token.trim()
    if (!request.loadSpec && !request.headers['Accept-Language'])
      request.headers['Accept-Language'] = document.documentElement.lang
    return request
  },
})
`

const STYLE = `body { margin: 0; background: #fff; color: #1c1c1c; font: 16px/1.5 system-ui, sans-serif; }
header { max-width: 1460px; margin: 0 auto; padding: 16px 20px 0; box-sizing: border-box;
  display: flex; flex-wrap: wrap; gap: 8px 32px; justify-content: space-between; }
header p { margin: 0; max-width: 80ch; }
nav { display: flex; gap: 20px; }
a { color: #0b57a4; }
`

/** The page's own files. */
export const FILES: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ['page.js', { type: 'text/javascript; charset=utf-8', text: SCRIPT }],
  ['page.css', { type: 'text/css; charset=utf-8', text: STYLE }],
])
