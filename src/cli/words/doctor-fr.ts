/** What `doctor` says, in French. */
import { isOfAccounts, isOfCatalogue } from '../../domain/store-check-messages.ts'
import { french } from './counted.ts'
import type { Words } from './en.ts'

const { n, many, giveUp } = french

export const doctor: Words['doctor'] = {
  ok: 'ok  ',
  look: 'VOIR',
  check: {
    store: 'magasin',
    schema: 'schéma',
    catalogue: 'catalogue',
    upstream: 'partenaire',
    accounts: 'comptes',
    mail: 'e-mail',
    disk: 'disque',
  },
  line: (name, detail) => `${name} : ${detail}`,
  sound: 'intact',
  damaged: (problem, table, typed) => {
    const restore = `remettez une sauvegarde d’avant avec « ${typed('restore', 'FICHIER')} »`
    if (table === undefined) return `endommagé (${problem}) : ${restore}`
    const remedy = isOfCatalogue(table)
      ? `rechargez vos tarifs avec « ${typed('import', 'CATALOGUE.json')} », ou synchronisez le partenaire avec « ${typed('sync')} »`
      : isOfAccounts(table)
        ? `redonnez-la avec « ${typed('token', 'create', '--customer', 'NOM')} »`
        : restore
    return `une ligne ne peut pas être lue, et manque à ce qui est montré (${problem}) : ${remedy}`
  },
  altered: (difference, typed) =>
    `autre que Comptoir ne l’a fait (${difference}) : remettez une sauvegarde avec « ${typed('restore', 'FICHIER')} »`,
  foreign: (difference, typed) =>
    `autre que Comptoir ne l’a fait (${difference}) : faites une sauvegarde, où cela n’est pas, et remettez-la avec « ${typed('restore', 'FICHIER')} »`,
  unwritable: (file, cause) => `impossible d’écrire ${file} (${cause})`,
  brokenReferences: (count) => many(count, 'référence brisée', 'références brisées'),
  schema: (version) => `version ${version}`,
  noCatalogue: (typed) =>
    `vide : chargez-le avec « ${typed('import', 'CATALOGUE.json')} », ou réglez un partenaire puis « ${typed('sync')} »`,
  catalogue: (products, families, days) =>
    `${many(products, 'produit')}, ${many(families, 'famille')}, chargés ${
      days === null ? 'à une date inconnue' : days === 0 ? 'aujourd’hui' : `il y a ${many(days, 'jour')}`
    }`,
  noUpstream: 'aucun',
  stranded: (count, commands) =>
    `${many(count, 'commande')} ne ${count < 2 ? 'peut pas partir tant que son' : 'peuvent pas partir tant que leur'} partenaire n’est pas réglé : réglez-le de nouveau (${commands.join(' ; ')}), ou ${giveUp(count)}`,
  giveToken: (command) => `donnez son jeton (${command})`,
  noted: (count) =>
    `${many(count, 'commande que le partenaire a est à voir', 'commandes que le partenaire a sont à voir')} à l’écran « À traiter »`,
  refused: (count) =>
    `${many(count, 'produit ou famille de son catalogue non repris', 'produits ou familles de son catalogue non repris')} : « sync » et l’écran « Partenaires » disent pourquoi`,
  notTaken: (why) => `son catalogue n’a pas pu être repris et reste tel quel : ${why}`,
  upstream: (name, url, found, unsent, attention) =>
    `${name} (${url}) : ${found}${/[.!?]$/.test(found) ? '' : ' ;'} ${
      unsent === 0
        ? `${/[.!?]$/.test(found) ? 'Aucune' : 'aucune'} commande à transmettre`
        : `${many(unsent, 'commande')} à transmettre${attention === 0 ? '' : `, dont ${n(attention)} à voir`}`
    }`,
  disk: (mebibytes) => `${n(mebibytes)} Mio libres`,
  exported: (file, kibibytes) => `diagnostic : ${file} (${n(kibibytes)} Kio)`,
  taken: (file) => `${file} existe déjà : donnez un autre nom au diagnostic`,
  notExported: (file, why) => `le diagnostic ne peut pas être écrit dans ${file} (${why})`,
  running: 'service : en marche',
  runningAt: (url, pid, since, is, here) =>
    `service : en marche à ${url} (version ${is}, processus ${pid}, depuis ${since})${is === here ? '' : ` ; ce programme est la version ${here} : redémarrez le service`}`,
  silentAt: (url, pid) =>
    `service : ne répond pas à ${url} ; mettez fin au processus ${pid} et redémarrez-le`,
  notRunning: 'service : arrêté',
  noneHere: 'service : aucun dans ce dossier de données',
  services: (all) =>
    `services de ce magasin : ${n(all.length)}${all
      .map(
        ({ address, since }, i) =>
          `${i === 0 ? ' (' : ', '}${address ?? 'sur la machine de la base'}, connecté depuis ${since}`,
      )
      .join('')}${all.length > 0 ? ')' : ''}`,
}
