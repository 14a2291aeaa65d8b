/** The page that shows the document to a person: Scalar's reference, without one request outside and without inline scripts. */
import type { Locale } from '../../domain/messages.ts'

const WORDS = {
  fr: {
    title: 'Comptoir : API partenaire',
    intro: 'Un panier simulé ne laisse rien ; <code>panier/validate/</code> crée une vraie commande.',
    document: 'Document OpenAPI',
    unread: 'Cette page a besoin de JavaScript ; le document se lit sans elle.',
    models: 'Modèles',
    header: 'En-tête',
    copy: 'Copier',
    code: 'Code',
    other: { locale: 'en', name: 'English' },
  },
  en: {
    title: 'Comptoir: partner API',
    intro: 'A simulated cart leaves nothing behind; <code>panier/validate/</code> makes a real order.',
    document: 'OpenAPI document',
    unread: 'This page needs JavaScript; the document is read without it.',
    models: 'Models',
    header: 'Header',
    copy: 'Copy',
    code: 'Code',
    other: { locale: 'fr', name: 'Français' },
  },
} as const satisfies Record<Locale, unknown>

export function page(locale: Locale): string {
  const { title, intro, document, unread, models, header, copy, code, other } = WORDS[locale]
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/mark.svg" type="image/svg+xml">
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
    <noscript>${unread}</noscript>
    <div id="reference" data-models="${models}" data-header="${header}" data-copy="${copy}" data-code="${code}"></div>
    <script src="reference.js"></script>
    <script src="page.js"></script>
  </body>
</html>
`
}

/**
 * The token that a request was tried with is kept for the visit, in this window alone, so that the other language and a
 * reload have it. One that is pasted alone is sent in the scheme that the service asks for.
 */
const SCRIPT = `'use strict'
;(function () {
  var KEY = 'comptoir-docs-token'
  var language = document.documentElement.lang
  var root = document.getElementById('reference')
  function kept() {
    try {
      return sessionStorage.getItem(KEY) || ''
    } catch (refused) {
      return ''
    }
  }
  function keep(token) {
    try {
      sessionStorage.setItem(KEY, token)
    } catch (refused) {
      // A browser that keeps nothing asks for it again.
    }
  }
  Scalar.createApiReference(root, {
    url: '/openapi.json?lang=' + language,
    localization: { locale: language },
    modelsSectionLabel: root.dataset.models,
    authentication: {
      preferredSecurityScheme: 'token',
      securitySchemes: { token: { value: 'Token ' + kept() } },
    },
    customFetch: function (input, init) {
      var request = new Request(input, init)
      var given = request.headers.get('Authorization')
      var token = given === null ? '' : given.trim().replace(/^token(\\s+|$)/i, '')
      if (token !== '') request.headers.set('Authorization', 'Token ' + token)
      if (!/^(fr|en)\\b/.test(request.headers.get('Accept-Language') || ''))
        request.headers.set('Accept-Language', language)
      return fetch(request).then(function (answer) {
        if (token !== '' && answer.status !== 401) keep(token)
        return answer
      })
    },
    // Each call has its TypeScript in the document.
    hiddenClients: {
      c: true, clojure: true, csharp: true, dart: true, fsharp: true, go: true, http: true, java: true, julia: true,
      kotlin: true, node: true, objc: true, ocaml: true, php: true, powershell: true, r: true, ruby: true, rust: true,
      swift: true, shell: ['wget', 'httpie'], js: ['axios', 'jquery', 'ofetch', 'xhr'],
      python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
    },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    documentDownloadType: 'none',
    hideClientButton: true,
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    persistAuth: false,
  })
  // What Scalar leaves out for those who cannot see it: names of its fields and of its buttons.
  function mend() {
    document.querySelectorAll('[role="combobox"][contenteditable]:not([aria-expanded])').forEach(function (field) {
      field.setAttribute('aria-expanded', 'false')
      if (!field.getAttribute('aria-label')) field.setAttribute('aria-label', root.dataset.header)
    })
    document.querySelectorAll('.cm-content:not([aria-label])').forEach(function (code) {
      code.setAttribute('aria-label', root.dataset.code)
    })
    document.querySelectorAll('.cm-scroller:not([tabindex="0"])').forEach(function (code) {
      code.setAttribute('tabindex', '0')
    })
    document.querySelectorAll('button[class*="copy-button"]:not([aria-label])').forEach(function (button) {
      button.setAttribute('aria-label', root.dataset.copy)
    })
    document.querySelectorAll('[role="dialog"] button[aria-controls]').forEach(function (button) {
      if (!document.getElementById(button.getAttribute('aria-controls'))) button.removeAttribute('aria-controls')
    })
    document.querySelectorAll('button[role="none"]').forEach(function (button) {
      button.removeAttribute('role')
    })
  }
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true })
})()
`

/** Scalar's own colours, darkened, or lightened, to where they can be read. */
const STYLE = `body { margin: 0; background: #fff; --scalar-custom-header-height: 44px; }
header { position: sticky; top: 0; z-index: 11; box-sizing: border-box; height: 44px; padding: 0 16px; display: flex;
  gap: 32px; align-items: center; justify-content: space-between; overflow: hidden; white-space: nowrap;
  border-bottom: 1px solid #d9d9d9; background: #fff; color: #2a2f3a; font: 14px/20px system-ui, sans-serif; }
header p { margin: 0; overflow: hidden; text-overflow: ellipsis; }
nav { display: flex; gap: 20px; }
header a { color: #0b57a4; }
header a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
body.dark-mode { background: #0f0f0f; }
body.dark-mode header { border-color: #333; background: #0f0f0f; color: #e7e7e7; }
body.dark-mode header a { color: #7cb8f5; }

html body.light-mode { --scalar-color-2: #555b66; --scalar-color-3: #5f6570; --scalar-color-green: #0f6b41;
  --scalar-color-red: #b3261e; --scalar-color-yellow: #7a5c00; --scalar-color-blue: #0b57a4; --scalar-color-orange: #a33c00;
  --scalar-color-purple: #5b34a5; --scalar-sidebar-color-2: #555b66; }
html body.dark-mode { --scalar-color-2: #b4b4b4; --scalar-color-3: #a0a0a0; --scalar-sidebar-color-2: #b4b4b4; }
section[id]:focus-visible { outline: none; box-shadow: none; }
/* The head of the token's form: what does not fit beside its name stands below it. */
div:has(> button [data-testid="auth-indicator"]) { flex-wrap: wrap; }
body button[id][type]:has([data-testid="auth-indicator"]) { flex: 1 0 auto; }
body button[id][type]:has([data-testid="auth-indicator"]) + div { padding: 0 3px 4px 9px; }
@media (max-width: 800px) { header p { display: none; } }
`

/** The page's own files. */
export const FILES: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ['page.js', { type: 'text/javascript; charset=utf-8', text: SCRIPT }],
  ['page.css', { type: 'text/css; charset=utf-8', text: STYLE }],
])
