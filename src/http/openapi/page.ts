/** The page that shows the document to a person: Swagger UI, without one request outside and without inline scripts. */
import type { Locale } from '../../domain/messages.ts'

const WORDS = {
  fr: {
    title: 'Comptoir : API partenaire',
    intro:
      'Pour essayer une requête : « Authorize », coller le jeton, puis « Try it out » sous un appel. Un panier simulé ne laisse rien ; <code>panier/validate/</code> crée une vraie commande.',
    document: 'Document OpenAPI',
    server: 'Serveur',
    example: 'Exemple',
    body: 'Corps de la requête',
    close: 'Fermer',
    other: { locale: 'en', name: 'English' },
  },
  en: {
    title: 'Comptoir: partner API',
    intro:
      'To try a request: “Authorize”, paste the token, then “Try it out” under a call. A simulated cart leaves nothing behind; <code>panier/validate/</code> makes a real order.',
    document: 'OpenAPI document',
    server: 'Server',
    example: 'Example',
    body: 'Request body',
    close: 'Close',
    other: { locale: 'fr', name: 'Français' },
  },
} as const satisfies Record<Locale, unknown>

export function page(locale: Locale): string {
  const { title, intro, document, server, example, body, close, other } = WORDS[locale]
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
    <div id="document" data-server="${server}" data-example="${example}" data-body="${body}" data-close="${close}"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="page.js"></script>
  </body>
</html>
`
}

const SCRIPT = `
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

/**
 * What Swagger UI leaves out for those who cannot see it or do not use a mouse: names of its fields, code that the
 * keyboard can scroll, no link inside a button (the button itself leads to the address), and no name of a button that is
 * another than its text.
 */
const ACCESSIBILITY = `'use strict'
;(function () {
  var root = document.getElementById('document')
  var MENDED = [
    ['.servers select', 'aria-label', root.dataset.server],
    ['.examples-select-element', 'aria-label', root.dataset.example],
    ['.body-param__text', 'aria-label', root.dataset.body],
    ['.close-modal', 'aria-label', root.dataset.close],
    ['pre.microlight, pre.example', 'tabindex', '0'],
  ]
  function mend() {
    MENDED.forEach(function (rule) {
      root.querySelectorAll(rule[0] + ':not([' + rule[1] + '])').forEach(function (element) {
        element.setAttribute(rule[1], rule[2])
      })
    })
    root.querySelectorAll('button a[href]').forEach(function (link) {
      link.removeAttribute('href')
    })
    root.querySelectorAll('.auth-btn-wrapper [aria-label]').forEach(function (button) {
      button.removeAttribute('aria-label')
    })
  }
  new MutationObserver(mend).observe(root, { childList: true, subtree: true })
})()
`

const STYLE = `body { margin: 0; background: #fff; color: #1c1c1c; font: 16px/1.5 system-ui, sans-serif; }
header { max-width: 1460px; margin: 0 auto; padding: 16px 20px 0; box-sizing: border-box;
  display: flex; flex-wrap: wrap; gap: 8px 32px; justify-content: space-between; }
header p { margin: 0; max-width: 80ch; }
nav { display: flex; gap: 20px; }
a { color: #0b57a4; }
html { color-scheme: light; }

/* Swagger UI's own colours, darkened to where they can be read. */
.swagger-ui a.link, .swagger-ui .info .base-url, .swagger-ui .info a, .swagger-ui .info .url { color: #0b57a4; }
.swagger-ui .info .title small { background: #5b6270; }
.swagger-ui .info .title small.version-stamp { background: #3d6b00; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1464b4; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #17754b; }
.swagger-ui .btn.authorize { border-color: #17754b; color: #17754b; }
.swagger-ui .btn.authorize svg { fill: #17754b; }
.swagger-ui .btn.cancel, .swagger-ui .btn.try-out__btn.cancel { border-color: #b3261e; color: #b3261e; }
.swagger-ui .btn.execute { border-color: #1464b4; background-color: #1464b4; }
.swagger-ui .parameter__in, .swagger-ui .prop-format { color: #5b6270; }
.swagger-ui .response-control-media-type__accept-message { color: #17754b; }
.swagger-ui .download-contents { background: #4a515e; }
`

/** The page's own files. */
export const FILES: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ['page.js', { type: 'text/javascript; charset=utf-8', text: ACCESSIBILITY + SCRIPT }],
  ['page.css', { type: 'text/css; charset=utf-8', text: STYLE }],
])
