/** How the desktop application is on this machine, as a person chooses it. */

export interface DesktopChoices {
  /** whether it starts when its user signs in to the machine */
  readonly atLogin: boolean
  /** whether it goes on in the notification area once its window is closed */
  readonly stays: boolean
  /** whether secrets are sealed so that commands and the service without a window open them, too */
  readonly sharedSecrets: boolean
}

export const USUAL_DESKTOP: DesktopChoices = { atLogin: false, stays: false, sharedSecrets: false }
