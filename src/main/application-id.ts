/** What the packages name the application; Windows shows notifications, and starts at sign-in, by that name alone. */
export const APPLICATION_ID = 'fr.comptoir.desk'
