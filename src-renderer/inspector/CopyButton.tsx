import { useState } from 'react'
import controls from '../ui/controls.module.css'
import { inspectorStrings } from './strings'

/** Copies what `text` returns; says so in its own place for as long as it is looked at. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text()).then(() => setIsCopied(true))
  return <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={copy} onBlur={() => setIsCopied(false)}>{isCopied ? inspectorStrings.call.copied : label}</button>
}
