import classes from './title-bar.module.css'

/** The place beside the window's own buttons, where an installed app draws its title itself. Has no height anywhere else. */
export function TitleBar({ title }: { title: string }) {
  return (
    <div className={classes['bar']} data-title-bar aria-hidden>
      {title}
    </div>
  )
}
