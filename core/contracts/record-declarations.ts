import { type AnyEndpoint, pathNames } from './endpoint.ts';
import type { PermissionCode, PermissionDomain } from './permission.ts';
import type { RecordType } from './record.ts';
import type { Screen } from './screen.ts';

/** A record as `crudEndpoints` answers it. */
interface DeclaredRecord {
  type: string;
  prefix: string | undefined;
  words: readonly [one: string, many: string];
  domain: string;
  home: string;
  get: AnyEndpoint;
}

interface RecordDeclarationParts {
  /** Its rights, where the domain is its own. */
  rights?: Omit<PermissionDomain, 'code' | 'name'> & Partial<Pick<PermissionDomain, 'name'>>;
  /** Where the menu has its list. */
  nav?: NonNullable<Screen['nav']>;
  /** False for a short record without a page of its own: its form is opened from the list. */
  hasPage?: boolean;
  /** What its form reads beside the record. */
  formNeeds?: readonly PermissionCode[];
}

const titled = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Rights, record type and screens of a record, to be spread into its part. The screens are called after the words:
 * `sample-records`, `sample-record-create`, `sample-record` and `sample-record-edit`.
 */
export function recordDeclarations(
  { type, prefix, words: [one, many], domain, home, get }: DeclaredRecord,
  { rights, nav, hasPage = true, formNeeds = [] }: RecordDeclarationParts,
) {
  if (!prefix) throw new Error(`The declaration of ${many} does not say the prefix of their ids`);
  const slug = one.toLowerCase().replaceAll(' ', '-');
  const page = `${home}/:${pathNames(get.path).at(-1)}`;
  const right = <Verb extends 'create' | 'read' | 'update'>(verb: Verb): PermissionCode => `${domain}:${verb}`;
  const permissions: PermissionDomain[] = rights ? [{ code: domain, name: titled(many), ...rights }] : [];
  const records: RecordType[] = [{ type, prefix, label: titled(one), permission: right('read'), path: `${home}/{id}` }];
  const screens: Screen[] = [
    {
      name: home.slice(home.lastIndexOf('/') + 1),
      path: home,
      title: titled(many),
      needs: [right('read')],
      ...(nav ? { nav } : {}),
    },
    {
      name: `${slug}-create`,
      path: `${home}/create`,
      title: `New ${one}`,
      needs: [right('create'), ...(hasPage ? [] : [right('read')]), ...formNeeds],
    },
    ...(hasPage
      ? [
          { name: slug, path: page, title: titled(one), needs: [right('read')] },
          {
            name: `${slug}-edit`,
            path: `${page}/edit`,
            title: `Edit ${one}`,
            needs: [right('update'), ...formNeeds],
          },
        ]
      : [{ name: `${slug}-edit`, path: page, title: titled(one), needs: [right('read'), ...formNeeds] }]),
  ];
  // A part that names rights of several records keeps them.
  return { ...(permissions.length ? { permissions } : {}), records, screens };
}
