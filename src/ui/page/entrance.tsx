import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import { Heading } from './heading.tsx'
import { chooseLanguage } from '../text/i18n.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Mark } from './mark.tsx'
import classes from './entrance.module.css'

export interface Brand {
  productName: string
  logoUrl: string | null
  backgroundUrl: string | null
}

/** The page around everything that opens without signing in: the customer's mark, the languages, and what is asked, beside a picture. */
export function Entrance({
  brand,
  title,
  pageName,
  children,
}: {
  brand: Brand | undefined
  title: ReactNode
  /** For the title of the window, where the heading is that of the customer. */
  pageName?: string
  children: ReactNode
}) {
  return (
    <div className={classes['page']}>
      <main className={classes['panel']}>
        <Top brand={brand} />
        <div className={classes['middle']}>
          <Heading className={classes['title']} pageName={pageName}>
            {title}
          </Heading>
          {children}
        </div>
      </main>
      <div className={classes['scene']} aria-hidden>
        {brand?.backgroundUrl ? <img src={brand.backgroundUrl} alt="" /> : <Backdrop />}
      </div>
    </div>
  )
}

/** The same for a text to be read: wider, and without the picture. */
export function ReadingRoom({ brand, title, children }: { brand: Brand | undefined; title: ReactNode; children: ReactNode }) {
  return (
    <main className={classes['reading']}>
      <Top brand={brand} />
      <div className={classes['middle']}>
        <Heading className={classes['title']}>{title}</Heading>
        {children}
      </div>
    </main>
  )
}

function Top({ brand }: { brand: Brand | undefined }) {
  return (
    <div className={classes['top']}>
      {brand?.logoUrl ? <img className={classes['logo']} src={brand.logoUrl} alt={brand.productName} /> : <Mark size={28} />}
      <LanguageSwitch onChoose={(language) => void chooseLanguage(language)} />
    </div>
  )
}
