/**
 * Addresses behind a hash: the page is the same file whether a browser or the desktop's own scheme serves it, and no
 * address needs a rule on the service's side. Each screen is a chunk of its own.
 */
import { createRouter, createWebHashHistory } from 'vue-router'

export const router = createRouter({
  history: createWebHashHistory(),
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
  routes: [
    { path: '/', name: 'catalogue', component: () => import('./views/CatalogueView.vue') },
    {
      path: '/produits/:id(\\d+)',
      name: 'product',
      component: () => import('./views/ConfiguratorView.vue'),
      props: ({ params }) => ({ area: 'print', id: Number(params['id']) }),
    },
    {
      path: '/familles/:id(\\d+)',
      name: 'family',
      component: () => import('./views/ConfiguratorView.vue'),
      props: ({ params }) => ({ area: 'display', id: Number(params['id']) }),
    },
    { path: '/devis', name: 'quotes', component: () => import('./views/QuotesView.vue') },
    {
      path: '/devis/courant',
      name: 'current-quote',
      component: () => import('./views/QuoteView.vue'),
      props: { id: null },
    },
    {
      path: '/devis/:id(\\d+)',
      name: 'quote',
      component: () => import('./views/QuoteView.vue'),
      props: ({ params }) => ({ id: Number(params['id']) }),
    },
    { path: '/commandes', name: 'orders', component: () => import('./views/OrdersView.vue') },
    {
      path: '/commandes/:id(\\d+)',
      name: 'order',
      component: () => import('./views/OrderView.vue'),
      props: ({ params }) => ({ id: Number(params['id']) }),
    },
    { path: '/a-traiter', name: 'outbox', component: () => import('./views/OutboxView.vue') },
    {
      path: '/reglages',
      component: () => import('./views/SettingsView.vue'),
      children: [
        { path: '', name: 'settings', component: () => import('./views/settings/GeneralSettings.vue') },
        {
          path: 'clients',
          name: 'customers',
          component: () => import('./views/settings/CustomerSettings.vue'),
        },
        {
          path: 'partenaire',
          name: 'upstream',
          component: () => import('./views/settings/UpstreamSettings.vue'),
        },
        {
          path: 'journal',
          name: 'changes',
          component: () => import('./views/settings/CatalogueChanges.vue'),
        },
      ],
    },
    { path: '/:rest(.*)', name: 'unknown', component: () => import('./views/UnknownView.vue') },
  ],
})
