import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useSnapshot } from 'valtio'
import { dismiss, toasts } from './toast-store.ts'
import classes from './toasts.module.css'

/** The messages of the moment, read out by screen readers without taking the focus. */
export function Toasts() {
  const { list } = useSnapshot(toasts)
  return (
    <div className={classes['stack']} role="status" aria-live="polite">
      {list.map((toast) => (
        <div key={toast.id} className={classes['toast']} data-tone={toast.tone}>
          {toast.tone === 'error' ? <IconAlertTriangle size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
          <span>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              onClick={() => {
                toast.action?.run()
                dismiss(toast.id)
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
