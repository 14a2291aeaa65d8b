/**
 * Takes the page out of the document while a dialog stands, so that nothing of it can be read, on the screen or in its
 * text. It goes on living outside: what was typed, open dialogs, scroll and focus are there again when the dialog goes.
 */
import { onBeforeUnmount, onMounted, type Ref } from 'vue'

/**
 * @param own the dialog, a child of the body, that alone stays
 * @returns the dialogs that are open, and out of the document, by now
 */
export function usePageAside(
  own: Readonly<Ref<HTMLDialogElement | null>>,
): () => readonly HTMLDialogElement[] {
  const aside = document.createElement('div')
  const places = new Map<Element, Comment>()
  const dialogs: HTMLDialogElement[] = []
  let scrolled: { readonly element: Element; readonly left: number; readonly top: number }[] = []
  let focused: Element | null = null

  function take(node: Node): void {
    if (!(node instanceof Element) || node === own.value || node.parentNode !== document.body) return
    if (node instanceof HTMLDialogElement && node.matches(':modal')) dialogs.push(node)
    const place = document.createComment('')
    node.replaceWith(place)
    aside.append(node)
    places.set(node, place)
  }
  // An answer that was on its way may open something more.
  const observer = new MutationObserver((changes) =>
    changes.forEach(({ addedNodes }) => addedNodes.forEach(take)),
  )

  function giveBack(): void {
    observer.disconnect()
    for (const [element, place] of places) {
      // What was closed meanwhile is not there any more.
      if (element.parentNode === aside) place.replaceWith(element)
      else place.remove()
    }
    for (const dialog of dialogs) {
      if (!dialog.isConnected) continue
      // Outside the document it lost its place above the page, and says still that it is open.
      dialog.removeAttribute('open')
      dialog.showModal()
    }
    for (const { element, left, top } of scrolled) element.scrollTo({ left, top, behavior: 'instant' })
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }

  onMounted(() => {
    focused = document.activeElement
    // What is being composed in it is its own by this; out of the document nothing would tell that it has ended.
    if (focused instanceof HTMLElement) focused.blur()
    scrolled = [...document.querySelectorAll('*')]
      .filter(({ scrollLeft, scrollTop }) => scrollLeft > 0 || scrollTop > 0)
      .map((element) => ({ element, left: element.scrollLeft, top: element.scrollTop }))
    for (const child of [...document.body.children]) take(child)
    observer.observe(document.body, { childList: true })
  })
  onBeforeUnmount(giveBack)
  return () => dialogs.filter((dialog) => aside.contains(dialog))
}
