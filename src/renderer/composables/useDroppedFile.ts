/** A file that is dropped anywhere is opened where such files are: a quote, tariffs, a backup; it never takes the place of the page. */
import { onMounted, onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { isBackupName } from '../../domain/shared/backup-file.ts'
import { useGivenFile } from '../stores/given-file'
import { useOpenedFile } from '../stores/opened-file'
import { useSession } from '../stores/session'
import { useStatus } from '../stores/status'
import { isModal } from './useShortcuts'
import { useToasts } from './useToasts'

const QUOTES = /\.(comptoir|pdf)$/i
const BUNDLES = /\.json$/i
const BOOKS = /\.(xlsx|xlsm|csv)$/i

const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

export function useDroppedFile(): void {
  const { t } = useI18n()
  const router = useRouter()
  const opened = useOpenedFile()
  const given = useGivenFile()
  const session = useSession()
  const status = useStatus()
  const toasts = useToasts()

  /** A part of a screen that takes files itself has said so. */
  function onOver(event: DragEvent): void {
    if (event.defaultPrevented || !hasFile(event)) return
    event.preventDefault()
    if (isModal()) event.dataTransfer!.dropEffect = 'none'
  }

  function onDrop(event: DragEvent): void {
    if (event.defaultPrevented || !hasFile(event)) return
    event.preventDefault()
    const file = event.dataTransfer!.files[0]
    if (file && !isModal()) take(file)
  }

  function take(file: File): void {
    if (QUOTES.test(file.name)) {
      void opened.open(file)
      void router.push({ name: 'opened-quote' })
      return
    }
    if (isBackupName(file.name)) {
      if (!session.may('settings')) return void toasts.error(t('dropped.backupNotAllowed'))
      given.backup = file
      return void router.push({ name: 'backups' })
    }
    const isBook = BOOKS.test(file.name)
    if (!isBook && !BUNDLES.test(file.name)) toasts.error(t('dropped.unknown', { file: file.name }))
    else if (!session.may('settings')) toasts.error(t('dropped.notAllowed'))
    else {
      // Where nothing is loaded yet a workbook is all there is.
      if (isBook && status.status?.ownTariffs) given.book = file
      else given.bundle = file
      void router.push({ name: 'partners' })
    }
  }

  onMounted(() => {
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop)
  })
  onScopeDispose(() => {
    window.removeEventListener('dragover', onOver)
    window.removeEventListener('drop', onDrop)
  })
}
