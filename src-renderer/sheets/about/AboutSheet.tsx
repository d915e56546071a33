import { licenses } from 'virtual:licenses'
import { Sheet } from '../../kit/overlay/Sheet'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { aboutStrings as words } from './strings'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './AboutSheet.module.css'

export function AboutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={form.form}>
        <p>{words.what}</p>
        <Versions />
        <p className={styles.small}>{words.license}</p>
        <details className={styles.license}>
          <summary>{words.thirdParty(licenses.flatMap(({ packages: names }) => names).length)}</summary>
          {licenses.map(({ packages: names, license, text }) => (
            <details key={names[0]} className={styles.license}>
              <summary>
                {names.join(', ')} <span className={styles.kind}>{license}</span>
              </summary>
              <pre className={styles.text} tabIndex={0}>
                {text}
              </pre>
            </details>
          ))}
        </details>
      </div>
    </Sheet>
  )
}

function Versions() {
  const appInfo = useEpisodeList((library) => library.appInfo)
  if (appInfo === null) return <p>{words.noHost}</p>
  const { version, shell, versions, dataFolder } = appInfo
  const rows = [
    [words.parts.app, version],
    [words.parts.shell, words.shell[shell]],
    [words.parts.electron, versions.electron],
    [words.parts.chrome, versions.chrome],
    [words.parts.node, versions.node],
    [words.parts.data, dataFolder],
  ] as const
  return (
    <>
      <dl className={styles.versions}>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {shell === 'electron' && <p className={styles.small}>{words.chromium}</p>}
    </>
  )
}
