/** The screens that one may see and what one can do from any of them, as the palette offers them. */
import { CircleUserRound, Eye, FileText, FileUp, Keyboard, Languages, LayoutGrid, SunMoon } from '@lucide/vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Entry } from '../lib/palette'
import { settingsPages } from '../lib/settings-pages'
import { LANGUAGE_NAMES, LOCALES, THEMES, usePreferences } from '../stores/preferences'
import { useQuote } from '../stores/quote'
import { useSession } from '../stores/session'
import { accountDialog, useAccount } from './useAccount'

const SCREENS = ['catalogue', 'compare', 'quotes', 'companies', 'orders', 'outbox', 'settings'] as const

/** Lists that are found by what is done with them, too. */
const isDeskList = (name: string) => name === 'quotes' || name === 'orders' || name === 'companies'

export function usePaletteCommands(help: () => void) {
  const { t } = useI18n()
  const quote = useQuote()
  const session = useSession()
  const preferences = usePreferences()
  const { leave } = useAccount()

  const otherNames = (key: string) => t(`palette.otherNames.${key}`).split(', ')

  return computed<Entry[]>(() => [
    ...SCREENS.map((name) => ({
      group: 'screens' as const,
      key: name,
      icon: LayoutGrid,
      name: t(`nav.${name}`),
      otherNames: isDeskList(name) ? otherNames(name) : [],
      note: t('palette.screen'),
      to: { name },
    })),
    {
      key: 'dashboard',
      group: 'screens' as const,
      icon: LayoutGrid,
      name: t('nav.dashboard'),
      otherNames: otherNames('dashboard'),
      note: t('palette.screen'),
      to: { name: 'dashboard' },
    },
    {
      key: 'day',
      group: 'screens' as const,
      icon: LayoutGrid,
      name: t('nav.day'),
      otherNames: otherNames('day'),
      note: t('palette.screen'),
      to: { name: 'day' },
    },
    {
      key: 'moved-quotes',
      group: 'screens' as const,
      icon: LayoutGrid,
      name: t('nav.movedQuotes'),
      otherNames: otherNames('movedQuotes'),
      note: t('palette.screen'),
      to: { name: 'moved-quotes' },
    },
    {
      key: 'readiness',
      group: 'screens' as const,
      icon: LayoutGrid,
      name: t('nav.readiness'),
      otherNames: otherNames('readiness'),
      note: t('palette.screen'),
      to: { name: 'readiness' },
    },
    ...settingsPages(session.may).map((page) => ({
      key: `settings:${page}`,
      group: 'settings' as const,
      icon: LayoutGrid,
      name: t(`settings.page.${page}`),
      otherNames: [t(`nav.${page}`), ...otherNames(page)],
      note: [t('palette.screen'), t('nav.settings')].join(' · '),
      to: { name: page },
    })),
    ...[
      {
        key: 'new-quote',
        icon: FileText,
        name: t('quote.new'),
        otherNames: [],
        run: quote.close,
        to: { name: 'current-quote' },
      },
      {
        key: 'open-file',
        icon: FileUp,
        name: t('portable.open'),
        otherNames: otherNames('openFile'),
        to: { name: 'opened-quote' },
      },
      ...(session.person
        ? [
            {
              key: 'password',
              icon: CircleUserRound,
              name: t('person.changePassword'),
              otherNames: otherNames('password'),
              run: () => (accountDialog.value = 'password'),
            },
            {
              key: 'signOut',
              icon: CircleUserRound,
              name: t('person.signOut'),
              otherNames: otherNames('signOut'),
              run: leave,
            },
          ]
        : []),
      ...THEMES.filter((theme) => theme !== preferences.theme).map((theme) => ({
        key: `theme:${theme}`,
        icon: SunMoon,
        name: t('palette.theme', { theme: t(`theme.${theme}`) }),
        otherNames: [t(`theme.${theme}`), ...otherNames('theme')],
        run: () => (preferences.theme = theme),
      })),
      ...LOCALES.filter((locale) => locale !== preferences.locale).map((locale) => ({
        key: `language:${locale}`,
        icon: Languages,
        name: t('palette.language', { language: LANGUAGE_NAMES[locale] }),
        otherNames: [LANGUAGE_NAMES[locale], ...otherNames('language')],
        run: () => (preferences.locale = locale),
      })),
      {
        key: 'client-view',
        icon: Eye,
        name: t(preferences.clientView ? 'clientView.leave' : 'clientView.switch'),
        otherNames: otherNames('clientView'),
        run: () => (preferences.clientView = !preferences.clientView),
      },
      {
        key: 'help',
        icon: Keyboard,
        name: t('help.title'),
        otherNames: otherNames('help'),
        run: help,
      },
    ].map((command) => ({ group: 'commands' as const, note: t('palette.action'), ...command })),
  ])
}
