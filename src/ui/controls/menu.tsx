import { createContext, use, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import classes from './menu.module.css'

const GAP_PX = 4
const EDGE_PX = 8
const ITEMS = '[role^="menuitem"]'

/** Closes the menu that an item stands in. */
const CloseMenu = createContext<() => void>(() => undefined)

interface MenuButtonProps {
  label: string
  /** The key that opens it too, shown in the tooltip. */
  hotkey?: string
  icon: ReactNode
  /** `MenuItem`, `MenuChoices` and `MenuLine`; made only while the menu is open. */
  children: ReactNode
}

/**
 * A button that opens a menu: the browser's own popover, so that it lies above everything, full screens included, and Escape and a press
 * outside close it. Arrows, Home, End and first letters move in it. A menu belongs to what it stands in: events of its items rise there.
 */
export function MenuButton({ label, hotkey, icon, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        hotkey={hotkey}
        popup={{ kind: 'menu', id, isOpen }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          keep(event)
          list.current?.showPopover()
        }}
      >
        {icon}
      </IconButton>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classes['menu']}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => moveInMenu(event, () => list.current?.hidePopover())}
      >
        {isOpen && (
          <CloseMenu value={() => list.current?.hidePopover()}>
            <Placed menu={list} anchor={button}>
              {children}
            </Placed>
          </CloseMenu>
        )}
      </div>
    </>
  )
}

/** Puts the menu beside its button as soon as it has its size, and the focus on its first item. */
function Placed({
  menu,
  anchor,
  children,
}: {
  menu: { current: HTMLElement | null }
  anchor: { current: HTMLElement | null }
  children: ReactNode
}) {
  useLayoutEffect(() => {
    const put = () => menu.current && anchor.current && putBeside(menu.current, anchor.current.getBoundingClientRect())
    put()
    menu.current?.querySelector<HTMLElement>(ITEMS)?.focus()
    // What stands around it moves first.
    const follow = () => requestAnimationFrame(put)
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [menu, anchor])
  return children
}

/** Below `from` where there is room, else at its left; always whole on the page, if it fits. */
function putBeside(menu: HTMLElement, from: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu
  const isBelow = from.bottom + GAP_PX + height <= innerHeight - EDGE_PX
  const top = isBelow ? from.bottom + GAP_PX : Math.min(from.top, innerHeight - EDGE_PX - height)
  const left = isBelow ? from.right - width : from.left - GAP_PX - width
  menu.style.top = `${Math.max(EDGE_PX, top)}px`
  menu.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - EDGE_PX - width))}px`
}

function keep(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The keys of a menu, as the ARIA practices have them. */
function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)]
  const now = items.indexOf(document.activeElement as HTMLElement)
  const last = items.length - 1
  const next: Record<string, number> = {
    ArrowDown: now === last ? 0 : now + 1,
    ArrowRight: now === last ? 0 : now + 1,
    ArrowUp: now <= 0 ? last : now - 1,
    ArrowLeft: now <= 0 ? last : now - 1,
    Home: 0,
    End: last,
  }
  const to = next[event.key] ?? (isLetter(event) ? byLetter(items, now, event.key) : undefined)
  if (to !== undefined) {
    keep(event)
    items[to]?.focus()
  } else if (event.key === 'Tab') {
    keep(event)
    close()
  }
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}

/** The next item after `now` that begins with the letter. */
function byLetter(items: readonly HTMLElement[], now: number, letter: string): number | undefined {
  const order = items.map((_, step) => (now + 1 + step) % items.length)
  return order.find((index) => items[index]?.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()))
}

interface MenuItemProps {
  label: string
  icon?: ReactNode
  hotkey?: string
  /** For what is either on or off. */
  isChecked?: boolean
  /** Why it cannot be had now. It stays in the menu, with the reason. */
  reason?: string
  onClick: () => void
}

export function MenuItem({ label, icon, hotkey, isChecked, reason, onClick }: MenuItemProps) {
  const close = use(CloseMenu)
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabIndex={-1}
      className={classes['item']}
      aria-checked={isChecked}
      aria-disabled={reason !== undefined}
      aria-keyshortcuts={hotkey}
      onClick={() => {
        if (reason !== undefined) return
        close()
        onClick()
      }}
    >
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <span className={classes['text']}>
        {label}
        {reason !== undefined && <small> {reason}</small>}
      </span>
      {hotkey !== undefined && <kbd aria-hidden>{hotkey}</kbd>}
    </button>
  )
}

/** One of several, in a row below their name. */
export function MenuChoices<V extends string>({
  label,
  icon,
  value,
  choices,
  reason,
  onChoose,
}: {
  label: string
  icon?: ReactNode
  value: V
  /** What each is called, in the order in which they stand. */
  choices: Record<V, string>
  /** Why there is nothing to choose now. The choices stay in the menu, with the reason. */
  reason?: string
  onChoose: (value: V) => void
}) {
  const close = use(CloseMenu)
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={classes['group']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <span id={id} className={classes['text']}>
        {label}
        {reason !== undefined && <small> {reason}</small>}
      </span>
      <span className={classes['choices']}>
        {(Object.entries(choices) as [V, string][]).map(([choice, text]) => (
          <button
            key={choice}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            className={classes['choice']}
            aria-checked={choice === value}
            aria-disabled={reason !== undefined}
            onClick={() => {
              if (reason !== undefined) return
              close()
              onChoose(choice)
            }}
          >
            {text}
          </button>
        ))}
      </span>
    </div>
  )
}

/** A line between items. */
export function MenuLine() {
  return <hr className={classes['line']} />
}
