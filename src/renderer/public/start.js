// The first script of the page. The page's policy forbids scripts in its text, so it is a file: short, and the only one
// that the first paint waits for.
;(() => {
  // Before the first paint, so that a chosen theme never flashes in the other one.
  try {
    const { theme } = JSON.parse(localStorage.getItem('comptoir.preferences') ?? '{}')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Unreadable preferences: the system's theme stands.
  }

  // After it, the application: its files wait in a template (electron.vite.config.ts), so that the shell is on the
  // screen while they are fetched and compiled.
  const LATEST_MS = 200
  let started = false

  function start() {
    if (started) return
    started = true
    const files = document.getElementById('application')
    if (!files) return
    const styles = [...files.content.querySelectorAll('link[rel="stylesheet"]')]
    const scripts = [...files.content.querySelectorAll('script')]
    const loaded = styles.map(
      (link) =>
        new Promise((done, failed) => {
          link.addEventListener('load', done)
          link.addEventListener('error', failed)
        }),
    )
    for (const script of scripts) script.remove()
    document.head.append(files.content)
    // Unstyled it would jump.
    Promise.all(loaded).then(() => {
      for (const script of scripts) {
        script.addEventListener('error', fail)
        document.head.append(script)
      }
    }, fail)
  }

  function fail() {
    document.getElementById('not-loaded').hidden = false
  }

  function painted() {
    requestAnimationFrame(() => setTimeout(start))
    // A page in the background paints nothing.
    setTimeout(start, LATEST_MS)
  }

  document.addEventListener('DOMContentLoaded', painted)
})()
