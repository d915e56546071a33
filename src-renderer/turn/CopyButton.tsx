import { useState } from 'react'
import controls from '../kit/controls.module.css'
import { copyText } from '../session/view/copy-text'
import { turnStrings } from './strings'

/** Copies what `text` returns; says so in its own place for as long as it is looked at. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    if (await copyText(text())) setIsCopied(true)
  }
  return (
    <button
      type="button"
      className={`${controls.button} ${controls.quiet}`}
      onClick={() => void copy()}
      onBlur={() => setIsCopied(false)}
    >
      {isCopied ? turnStrings.call.copied : label}
    </button>
  )
}
