import { useState } from 'react'
import { setView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { inspectorStrings } from './strings'

/** Copies what `text` returns; says so in its own place for as long as it is looked at. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      setIsCopied(true)
    } catch {
      setView({ failure: inspectorStrings.call.notCopied })
    }
  }
  return <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => void copy()} onBlur={() => setIsCopied(false)}>{isCopied ? inspectorStrings.call.copied : label}</button>
}
