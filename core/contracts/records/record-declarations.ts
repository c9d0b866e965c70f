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
  /** A plugin with a better list: the menu leaves this one out where the account has the plugin. */
  navUnless?: string;
  /** Title of its list, if not the plural. */
  listTitle?: string;
  /** What its record type says besides: a path in the portal, fields that follow from other records. */
  record?: Partial<RecordType>;
  /** True where people of a customer may see some of the records: their own, or public ones. */
  customers?: true;
  /** False for a record that other records make: it has no form. */
  hasForm?: boolean;
  /** Title of the screen that creates a record, if not 'New ...'. */
  createTitle?: string;
  /** Further screens and record types that belong to it. */
  moreScreens?: readonly Screen[];
  moreRecords?: readonly RecordType[];
  /** False for a short record without a page of its own; its form opens from the list. */
  hasPage?: boolean;
  /** False for a record that is edited on its page, in a dialog. */
  hasEditScreen?: boolean;
  /** Rights for the other records that only the form of a new record reads. */
  createNeeds?: readonly PermissionCode[];
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
export function recordDeclarations(record: DeclaredRecord, parts: RecordDeclarationParts) {
  const {
    rights,
    nav,
    navUnless,
    hasPage = true,
    hasForm = true,
    hasEditScreen = hasForm,
    formNeeds = [],
    blockedFor,
  } = parts;
  const { type, prefix, words, get } = record;
  const customers = parts.customers ? { customers: true } : {};
  const [one, many] = words;
  const home = homeOf(record.home, get);
  const [domain] = (get.permission ?? '').split(':');
  if (!prefix) throw new Error(`The declaration of ${many} does not say the prefix of their ids`);
  const slug = one.toLowerCase().replaceAll(' ', '-');
  const page = `${home}/:${pathNames(get.path).at(-1)}`;
  const right = <Verb extends 'create' | 'read' | 'update'>(verb: Verb): PermissionCode => `${domain}:${verb}`;
  const permissions: PermissionDomain[] = rights ? [{ code: domain ?? '', name: titled(many), ...rights }] : [];
  const records: RecordType[] = [
    {
      type,
      prefix,
      label: titled(one),
      permission: right('read'),
      path: `${home}/{id}`,
      ...customers,
      ...parts.record,
    },
    ...(parts.moreRecords ?? []),
  ];
  const screens: Screen[] = [
    {
      name: listNameOf(record, get),
      path: home,
      title: parts.listTitle ?? titled(many),
      needs: [right('read')],
      ...customers,
      ...(nav ? { nav } : {}),
      ...(navUnless ? { navUnless } : {}),
    },
    ...(hasForm
      ? [
          {
            name: `${slug}-create`,
            path: `${home}/create`,
            title: parts.createTitle ?? `New ${one}`,
            needs: [right('create'), ...(hasPage ? [] : [right('read')]), ...formNeeds, ...(parts.createNeeds ?? [])],
          },
        ]
      : []),
    ...(hasPage
      ? [
          {
            name: slug,
            path: page,
            title: titled(one),
            needs: [right('read'), ...(hasEditScreen || !hasForm ? [] : formNeeds)],
            ...customers,
          },
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
    ...(parts.moreScreens ?? []),
  ];
  // Without rights of its own the key is left out, so that a part that declares rights of several records keeps them.
  return {
    ...(permissions.length ? { permissions } : {}),
    records,
    screens: blockedFor ? screens.map((screen) => ({ ...screen, blockedFor })) : screens,
  };
}
