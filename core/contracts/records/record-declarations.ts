import { homeOf, listNameOf } from '../endpoints/crud.ts';
import { type AnyEndpoint, pathNames } from '../endpoints/endpoint.ts';
import type { PermissionCode, PermissionDomain } from '../plugins/permission.ts';
import type { Screen } from '../plugins/screen.ts';
import type { RecordType } from './record.ts';

/** A record: the result of `crudEndpoints`, or words and endpoints. */
interface DeclaredRecord {
  type: string;
  prefix: string | undefined;
  words: readonly [one: string, many: string];
  home?: string;
  listName?: string | undefined;
  get: AnyEndpoint;
}

interface RecordDeclarationParts {
  /** Its rights, if its permission domain is its own. */
  rights?: Omit<PermissionDomain, 'code' | 'name'> & Partial<Pick<PermissionDomain, 'name'>>;
  /** Place of its list in the menu. */
  nav?: NonNullable<Screen['nav']>;
  /** False for a short record without a page of its own; its form opens from the list. */
  hasPage?: boolean;
  /** False for a record that is edited on its page, in a dialog. */
  hasEditScreen?: boolean;
  /** Rights for the other records that its form reads, or its page if it is edited there. */
  formNeeds?: readonly PermissionCode[];
  /** Role types that do not open its screens. */
  blockedFor?: Screen['blockedFor'];
}

const titled = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Rights, record type and screens of a record, to be spread into its part. Screen names follow from its words:
 * `sample-records`, `sample-record-create`, `sample-record` and `sample-record-edit`.
 */
export function recordDeclarations(
  record: DeclaredRecord,
  { rights, nav, hasPage = true, hasEditScreen = true, formNeeds = [], blockedFor }: RecordDeclarationParts,
) {
  const { type, prefix, words, get } = record;
  const [one, many] = words;
  const home = homeOf(record.home, get);
  const [domain] = (get.permission ?? '').split(':');
  if (!prefix) throw new Error(`The declaration of ${many} does not say the prefix of their ids`);
  const slug = one.toLowerCase().replaceAll(' ', '-');
  const page = `${home}/:${pathNames(get.path).at(-1)}`;
  const right = <Verb extends 'create' | 'read' | 'update'>(verb: Verb): PermissionCode => `${domain}:${verb}`;
  const permissions: PermissionDomain[] = rights ? [{ code: domain ?? '', name: titled(many), ...rights }] : [];
  const records: RecordType[] = [{ type, prefix, label: titled(one), permission: right('read'), path: `${home}/{id}` }];
  const screens: Screen[] = [
    {
      name: listNameOf(record, get),
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
          { name: slug, path: page, title: titled(one), needs: [right('read'), ...(hasEditScreen ? [] : formNeeds)] },
          ...(hasEditScreen
            ? [
                {
                  name: `${slug}-edit`,
                  path: `${page}/edit`,
                  title: `Edit ${one}`,
                  needs: [...new Set([right('update'), ...formNeeds])],
                },
              ]
            : []),
        ]
      : [{ name: `${slug}-edit`, path: page, title: titled(one), needs: [right('read'), ...formNeeds] }]),
  ];
  // Without rights of its own the key is left out, so that a part that declares rights of several records keeps them.
  return {
    ...(permissions.length ? { permissions } : {}),
    records,
    screens: blockedFor ? screens.map((screen) => ({ ...screen, blockedFor })) : screens,
  };
}
