import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { useToasts } from './composables/useToasts'
import { i18n, setLocale } from './i18n'
import { leftOff } from './lib/left-off'
import { keepSecondClicks } from './lib/single-press'
import { router } from './router'
import { usePreferences } from './stores/preferences'
import { useSession } from './stores/session'
import './styles/base.css'
import './styles/controls.css'
import './styles/tables.css'
import './styles/touch.css'

const app = createApp(App).use(createPinia()).use(i18n).use(router)
const preferences = usePreferences()

// The words come with the first paint of the application, and so does who one is: a screen of message keys, or of what
// one may not do, is never shown.
const session = useSession()
await Promise.all([setLocale(preferences.locale), session.load()])
const back = session.session && leftOff()
if (back) void router.replace(back)
app.config.errorHandler = (error) => {
  console.error(error)
  useToasts().error(i18n.global.t('failure.unexpected'))
}
keepSecondClicks(document)
app.mount('#app')
