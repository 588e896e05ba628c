# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Run by cpack before it packs: permissions of folders and times would make the bytes of a package depend on who made it,
# and when the files were checked out.

execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -type d -exec chmod 755 {} + COMMAND_ERROR_IS_FATAL ANY)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
