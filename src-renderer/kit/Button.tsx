import type { ComponentProps } from 'react'
import controls from './controls.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'quiet' | 'chip' | 'link'
}

export function Button({ look, className = '', ...button }: ButtonProps) {
  const base = look === 'chip' || look === 'link' ? '' : controls.button
  return <button type="button" {...button} className={`${base} ${look ? controls[look] : ''} ${className}`.trim()} />
}
