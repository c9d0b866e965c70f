import { describe, expect, it } from 'vitest';
import { exportAddress, type ServerList } from './lists.ts';

const list: ServerList = {
  name: 'team-users',
  path: '/v1/accounts/{accountID}/users/{userID}/targets',
  pathParameters: ['accountID', 'userID'],
  queryParameters: ['query', 'status', 'take', 'skip'],
  pluginID: 'core',
  summary: 'Lists.',
};

describe('the address of a list', () => {
  it('has filters as query and path, repeated ones too', () => {
    const { path, query } = exportAddress(
      list,
      ['userID=a/b', 'status=active', 'status=invited', 'query=x=y & z'],
      'acc_1',
    );
    expect(path).toBe('/v1/accounts/acc_1/users/a%2Fb/targets');
    expect(query.getAll('status')).toEqual(['active', 'invited']);
    expect(query.get('query')).toBe('x=y & z');
  });

  it('can name another account of the person, such as a customer', () => {
    expect(exportAddress(list, ['accountID=cus_1', 'userID=u'], 'acc_1').path).toContain('/accounts/cus_1/');
  });

  it('names everything that is wrong at once', () => {
    expect(() => exportAddress(list, ['colour=red', 'status', 'take=5'], 'acc_1')).toThrow(
      expect.objectContaining({
        exitCode: 3,
        errors: [
          { path: 'colour', message: expect.stringContaining('userID, query, status') },
          { path: 'status', message: 'a filter is NAME=VALUE' },
          { path: 'take', message: expect.stringContaining('is no filter') },
          { path: 'userID', message: 'is needed: --filter userID=VALUE' },
        ],
      }),
    );
  });
});
