/** Notifications of the system: what a click on one does. */
import { Notification } from 'electron'

/** So many may be clicked on, however late: a desktop keeps them in a list. */
const MOST_KEPT = 20
/** Electron forgets a notification that nobody holds, and what a click on it does. */
const kept: Notification[] = []

/** Shows one, where the system has such. @param clicked called where a person clicks on it */
export function notify(title: string, body: string, clicked: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  notification.on('click', clicked)
  kept.push(notification)
  if (kept.length > MOST_KEPT) kept.shift()
  notification.show()
}
