/**
 * Addresses behind a hash: the page is the same file whether a browser or the desktop's own scheme serves it, and no
 * address needs a rule on the service's side. Each screen is a chunk of its own.
 */
import { shallowRef } from 'vue'
import { createRouter, createWebHashHistory, type RouteLocationNormalized } from 'vue-router'

const SCREENS = {
  catalogue: () => import('./views/CatalogueView.vue'),
  dashboard: () => import('./views/DashboardView.vue'),
  day: () => import('./views/DayView.vue'),
  configurator: () => import('./views/ConfiguratorView.vue'),
  compare: () => import('./views/CompareView.vue'),
  quotes: () => import('./views/QuotesView.vue'),
  openedQuote: () => import('./views/OpenedQuoteView.vue'),
  movedQuotes: () => import('./views/MovedQuotesView.vue'),
  quote: () => import('./views/QuoteView.vue'),
  companies: () => import('./views/CompaniesView.vue'),
  companyImport: () => import('./views/CompanyImportView.vue'),
  company: () => import('./views/CompanyView.vue'),
  orders: () => import('./views/OrdersView.vue'),
  order: () => import('./views/OrderView.vue'),
  jobTicket: () => import('./views/JobTicketView.vue'),
  outbox: () => import('./views/OutboxView.vue'),
  readiness: () => import('./views/ReadinessView.vue'),
  settings: () => import('./views/SettingsView.vue'),
  generalSettings: () => import('./views/settings/GeneralSettings.vue'),
  documentSettings: () => import('./views/settings/DocumentSettings.vue'),
  customerSettings: () => import('./views/settings/CustomerSettings.vue'),
  partnerSettings: () => import('./views/settings/PartnerSettings.vue'),
  catalogueChanges: () => import('./views/settings/CatalogueChanges.vue'),
  peopleSettings: () => import('./views/settings/PeopleSettings.vue'),
  journal: () => import('./views/settings/JournalSettings.vue'),
  about: () => import('./views/settings/AboutSettings.vue'),
  backups: () => import('./views/settings/BackupSettings.vue'),
  unknown: () => import('./views/UnknownView.vue'),
}

declare module 'vue-router' {
  interface RouteMeta {
    /** key of the screen's name in the window's title */
    title?: string
    /**
     * of a screen of which nothing is a customer's to see, whose it is: the shop's own, or its other customers'; `own`: of a list
     * that is narrowed to the customer in hand, and so shows nothing while there is none
     */
    internal?: 'shop' | 'customers' | 'own'
  }
}

export const router = createRouter({
  history: createWebHashHistory(),
  // What a screen says of itself in its address moves nothing on it, nor does the quote in hand that is found at its own.
  scrollBehavior: (to, from, saved) =>
    saved ?? (to.path === from.path || from.name === 'current-quote' ? false : { top: 0 }),
  routes: [
    { path: '/', name: 'catalogue', component: SCREENS.catalogue, meta: { title: 'nav.catalogue' } },
    {
      path: '/tableau-de-bord',
      name: 'dashboard',
      component: SCREENS.dashboard,
      meta: { title: 'nav.dashboard', internal: 'shop' },
    },
    {
      path: '/jour',
      name: 'day',
      component: SCREENS.day,
      meta: { title: 'nav.day', internal: 'shop' },
    },
    {
      path: '/produits/:id(\\d+)',
      name: 'product',
      component: SCREENS.configurator,
      props: ({ params }) => ({ area: 'print', id: Number(params['id']) }),
      meta: { title: 'nav.catalogue' },
    },
    {
      path: '/familles/:id(\\d+)',
      name: 'family',
      component: SCREENS.configurator,
      props: ({ params }) => ({ area: 'display', id: Number(params['id']) }),
      meta: { title: 'nav.catalogue' },
    },
    { path: '/comparer', name: 'compare', component: SCREENS.compare, meta: { title: 'nav.compare' } },
    {
      path: '/devis',
      name: 'quotes',
      component: SCREENS.quotes,
      meta: { title: 'nav.quotes', internal: 'own' },
    },
    {
      path: '/devis/prix',
      name: 'moved-quotes',
      component: SCREENS.movedQuotes,
      meta: { title: 'nav.movedQuotes', internal: 'shop' },
    },
    {
      path: '/devis/courant',
      name: 'current-quote',
      component: SCREENS.quote,
      props: { id: null },
      meta: { title: 'nav.quotes' },
    },
    {
      path: '/devis/fichier',
      name: 'opened-quote',
      component: SCREENS.openedQuote,
      meta: { title: 'portable.screen' },
    },
    {
      path: '/devis/:id(\\d+)',
      name: 'quote',
      component: SCREENS.quote,
      props: ({ params }) => ({ id: Number(params['id']) }),
      meta: { title: 'nav.quotes' },
    },
    {
      path: '/clients',
      name: 'companies',
      component: SCREENS.companies,
      meta: { title: 'nav.companies', internal: 'customers' },
    },
    {
      path: '/clients/import',
      name: 'company-import',
      component: SCREENS.companyImport,
      meta: { title: 'nav.companies', internal: 'customers' },
    },
    {
      path: '/clients/:id(\\d+)',
      name: 'company',
      component: SCREENS.company,
      props: ({ params }) => ({ id: Number(params['id']) }),
      meta: { title: 'nav.companies' },
    },
    {
      path: '/commandes',
      name: 'orders',
      component: SCREENS.orders,
      meta: { title: 'nav.orders', internal: 'own' },
    },
    {
      path: '/commandes/:id(\\d+)',
      name: 'order',
      component: SCREENS.order,
      props: ({ params }) => ({ id: Number(params['id']) }),
      meta: { title: 'nav.orders' },
    },
    {
      path: '/commandes/:id(\\d+)/fiche',
      name: 'job-ticket',
      component: SCREENS.jobTicket,
      props: ({ params }) => ({ id: Number(params['id']) }),
      meta: { title: 'nav.orders', internal: 'shop' },
    },
    {
      path: '/a-traiter',
      name: 'outbox',
      component: SCREENS.outbox,
      meta: { title: 'nav.outbox', internal: 'shop' },
    },
    {
      path: '/avant-une-visite',
      name: 'readiness',
      component: SCREENS.readiness,
      meta: { title: 'nav.readiness', internal: 'shop' },
    },
    {
      path: '/reglages',
      component: SCREENS.settings,
      meta: { internal: 'shop' },
      children: [
        {
          path: '',
          name: 'settings',
          component: SCREENS.generalSettings,
          meta: { title: 'nav.settings' },
        },
        {
          path: 'documents',
          name: 'documents',
          component: SCREENS.documentSettings,
          meta: { title: 'nav.documents' },
        },
        {
          path: 'clients',
          name: 'customers',
          component: SCREENS.customerSettings,
          meta: { title: 'nav.customers' },
        },
        {
          path: 'partenaires',
          name: 'partners',
          component: SCREENS.partnerSettings,
          meta: { title: 'nav.partners' },
        },
        // As it was called while there could be one alone.
        { path: 'partenaire', redirect: { name: 'partners' } },
        {
          path: 'journal',
          name: 'changes',
          component: SCREENS.catalogueChanges,
          meta: { title: 'nav.changes' },
        },
        {
          path: 'personnes',
          name: 'people',
          component: SCREENS.peopleSettings,
          meta: { title: 'nav.people' },
        },
        {
          path: 'qui-a-fait-quoi',
          name: 'journal',
          component: SCREENS.journal,
          meta: { title: 'nav.journal' },
        },
        {
          path: 'sauvegardes',
          name: 'backups',
          component: SCREENS.backups,
          meta: { title: 'nav.backups' },
        },
        { path: 'a-propos', name: 'about', component: SCREENS.about, meta: { title: 'nav.about' } },
      ],
    },
    { path: '/:rest(.*)', name: 'unknown', component: SCREENS.unknown, meta: { title: 'unknown.title' } },
  ],
})

/** The current quote that is found at its own address is still the same screen. */
export const isSameScreen = (to: RouteLocationNormalized, from: RouteLocationNormalized) =>
  to.path === from.path || (from.name === 'current-quote' && to.name === 'quote')

/** The screen that could not be loaded, until it is, or another one is. */
export const unreached = shallowRef<RouteLocationNormalized | null>(null)
router.onError((error, to) => {
  console.error(error)
  unreached.value = to
})
router.afterEach(() => {
  unreached.value = null
})

/**
 * Loads every screen ahead, one after the other, so that going to one needs the service for its data alone. One that fails
 * is asked for again when someone goes there.
 *
 * @param isThere asked after a failure: where the service is away, the others would fail, too, and some browsers keep that.
 */
export async function preloadScreens(isThere: () => Promise<boolean>): Promise<void> {
  for (const load of Object.values(SCREENS)) {
    const isLoaded = await load().then(
      () => true,
      () => false,
    )
    if (!isLoaded && !(await isThere())) return
  }
}
