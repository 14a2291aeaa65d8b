// Runs before the first paint, so that a chosen theme never flashes in the other one. The page's policy forbids inline scripts.
try {
  const { theme } = JSON.parse(localStorage.getItem('comptoir.preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Unreadable preferences: the system's theme stands.
}
