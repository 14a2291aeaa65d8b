/** Words that a shop begins with. They are no legal advice: the shop reads them, changes them and answers for them. */
import { wantingMediator } from '../shared/mediator.ts'

export const DEFAULT_TEXTS = {
  fr: {
    payment:
      'Règlement à 30 jours à compter de la date de facture, par virement. Pas d’escompte pour paiement anticipé.',
    penalties:
      'Tout retard de paiement entraîne de plein droit, sans rappel, des pénalités au taux de trois fois l’intérêt légal (article L441-10 du code de commerce).',
    recovery:
      'Une indemnité forfaitaire de 40 € pour frais de recouvrement est due pour chaque facture payée en retard (article D441-5 du code de commerce).',
    madeToOrder:
      'Les produits imprimés sont confectionnés selon vos spécifications : ils ne donnent pas lieu au droit de rétractation (article L221-28, 3° du code de la consommation). Votre accord sur ce devis en vaut reconnaissance.',
    withdrawal:
      'Pour ce qui n’est pas confectionné selon vos spécifications, si le contrat est conclu à distance ou hors établissement, vous disposez de quatorze jours pour vous rétracter, sans motif : à compter de la conclusion du contrat pour un service, de la réception pour un bien. Il suffit de nous le dire sans ambiguïté, par exemple par ce formulaire. Nous vous remboursons dans les quatorze jours qui suivent, livraison standard comprise.',
    mediator: wantingMediator('fr'),
    terms: '',
  },
  en: {
    payment: 'Payment within 30 days of the invoice date, by bank transfer. No discount for early payment.',
    penalties:
      'Late payment bears penalties at three times the French legal interest rate, due without notice (article L441-10 of the French commercial code).',
    recovery:
      'A fixed sum of €40 for recovery costs is due for each invoice paid late (article D441-5 of the French commercial code).',
    madeToOrder:
      'Printed goods are made to your specification: there is no right of withdrawal for them (article L221-28, 3° of the French consumer code). By agreeing to this quote you acknowledge it.',
    withdrawal:
      'For what is not made to your specification, where the contract is concluded at a distance or off our premises, you have fourteen days to withdraw without giving a reason: from the conclusion of the contract for a service, from the receipt for goods. It is enough to tell us so plainly, with this form for instance. We refund you within the fourteen days that follow, standard delivery included.',
    mediator: wantingMediator('en'),
    terms: '',
  },
}
