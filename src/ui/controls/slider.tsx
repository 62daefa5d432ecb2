import { useId } from 'react'
import classes from './slider.module.css'

interface SliderProps {
  /** Shown at the left; without `isLabelShown` for screen readers alone. */
  label: string
  isLabelShown?: boolean
  value: number
  min: number
  max: number
  step?: number
  /** The value in words, where the number alone says too little. */
  valueText?: string
  /** The value stands at the right. */
  isValueShown?: boolean
  onChange: (value: number) => void
}

/**
 * A value between two ends, set by dragging or by arrow keys: the browser's own, which costs the wall no bytes. It has the colour of what it
 * stands on and as much width as there is; the arrows are its own, whatever keys the page has.
 */
export function Slider({ label, isLabelShown, value, min, max, step = 1, valueText, isValueShown, onChange }: SliderProps) {
  const id = useId()
  return (
    <span className={classes['slider']}>
      {isLabelShown && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        type="range"
        aria-label={isLabelShown ? undefined : label}
        aria-valuetext={valueText}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {isValueShown && <output htmlFor={id}>{valueText ?? value}</output>}
    </span>
  )
}
